import { readdirSync, readFileSync } from 'node:fs'

/**
 * What a process and those it started take of the machine's memory, in MB. Pages that several of them share count once
 * (proc_pid_smaps_rollup(5)). Linux only.
 */
export function memoryOf(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map(proportionalSize)
  return Math.round(kilobytes.reduce((sum, each) => sum + each) / 1_024)
}

function proportionalSize(pid: number): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1])
  } catch {
    // It has just ended.
    return 0
  }
}

/** The processes that a process started, whichever of its threads did. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
