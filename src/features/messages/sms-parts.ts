/** The most that one SMS message takes at the provider, in characters: ten segments. */
export const longestSms = 1600

/** The messages that a text goes out as: it is cut at the ends of words, and only a longer word anywhere else. */
export function splitSms(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > longestSms) {
    const end = endOfPart(rest)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...parts, rest] : parts
}

function endOfPart(text: string): number {
  const space = text.slice(0, longestSms + 1).search(/\s\S*$/)
  if (space > 0) return space
  // Not between the two halves of one character.
  return /[\uD800-\uDBFF]/.test(text.charAt(longestSms - 1)) ? longestSms - 1 : longestSms
}
