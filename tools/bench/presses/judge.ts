let judged = 0
const missed: string[] = []

/** Says a value and whether it keeps its floor, with a hint where it does not. */
export function judge(name: string, value: number, most: number, unit = '', hint = ''): void {
  judged += 1
  const isKept = value <= most
  const line = `${name.padEnd(64)} ${value} ${unit}${isKept ? '' : ` MISSED, at most ${most}${hint && `, ${hint}`}`}`
  console.log(line)
  if (!isKept) missed.push(line)
}

/** Measures something of this name; what stops that is a miss, too. */
export async function attempt(name: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure()
  } catch (error) {
    judged += 1
    const line = `${name.padEnd(64)} MISSED, not measured: ${String(error).split('\n').slice(0, 3).join(' ')}`
    console.log(line)
    missed.push(line)
  }
}

/** Says how many floors were kept, and which were not; these fail the command. */
export function sumUp(): void {
  console.log(`\n${judged - missed.length} of ${judged} kept, after ${Math.round(performance.now() / 60_000)} minutes`)
  if (missed.length === 0) return
  console.log(missed.join('\n'))
  process.exitCode = 1
}
