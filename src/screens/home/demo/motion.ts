import { must } from '#src/shared/must.ts'

/** Where something is at a moment: time from 0 to 1, x, y, and the angle in degrees. */
export type Frame = readonly [time: number, x: number, y: number, angle?: number]

/** The place at a moment between frames, as an SVG transform; before the first and after the last it stands still. */
export function place(progress: number, frames: readonly Frame[]): string {
  const next = frames.find(([time]) => time > progress)
  const last = frames.findLast(([time]) => time <= progress)
  const after = must(next ?? last, 'a frame')
  const before = last ?? after
  const share = after === before ? 0 : (progress - before[0]) / (after[0] - before[0])
  const mix = (from: number, to: number) => from + (to - from) * share
  const x = mix(before[1], after[1])
  const y = mix(before[2], after[2])
  return `translate(${x} ${y}) rotate(${mix(before[3] ?? 0, after[3] ?? 0)})`
}

/** How much of a part of the time has passed, 0 to 1. */
export function part(progress: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (progress - from) / (to - from)))
}
