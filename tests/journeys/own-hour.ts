const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
let turn = 0

/**
 * Journeys run side by side and share the demo's coaches: of these hours, each with the business's time last in its words
 * (`14:00`, `Wed 2:30 AM 5:00 PM New York`), one that no journey beside this one takes, and another one each time.
 * Undefined if none is left.
 */
export function ownHour<Hour>(hours: Hour[], words: (hour: Hour) => string): Hour | undefined {
  const own = hours.filter((hour) => Number(/(\d+):\d\d(?!.*\d:\d\d)/.exec(words(hour))![1]) % 2 === worker % 2)
  turn += 1
  return own[turn % own.length]
}
