/** The most that one SMS message takes at the provider, in characters: ten segments. */
export const longestSms = 1600
/** What is left of it beside `(10/12) `. */
const longestPart = longestSms - 8

/**
 * The messages that staff's text goes out as: it says who writes and how to stop, unless it does already, and is cut at the ends of
 * words, a longer word anywhere; of several each has its number, in whatever order they arrive.
 */
export function smsParts(text: string): string[] {
  const said = text.trim()
  if (!said) return []
  const whole = [!said.includes('Level Up') && 'Level Up:', said, !/STOP ends|[Rr]eply STOP/.test(said) && smsEnd]
    .filter(Boolean)
    .join(' ')
  if (whole.length <= longestSms) return [whole]
  const parts = split(whole)
  return parts.map((part, index) => `(${index + 1}/${parts.length}) ${part}`)
}

const smsEnd = 'STOP ends these SMS.'

function split(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > longestPart) {
    const end = endOfPart(rest)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...parts, rest] : parts
}

function endOfPart(text: string): number {
  const space = text.slice(0, longestPart + 1).search(/\s\S*$/)
  if (space > 0) return space
  // Not between the two halves of one character.
  return /[\uD800-\uDBFF]/.test(text.charAt(longestPart - 1)) ? longestPart - 1 : longestPart
}
