/**
 * How an SMS is counted (3GPP TS 23.038): in the alphabet that every phone has, 160 characters fit into one, or 153 into
 * each of several; a single character outside it makes that 70 and 67.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take the place of two. */
const extended = new Set('\f^{}\\[~]|€')

/** How many SMS a text takes, and whether all of it is in the basic alphabet. */
export function countSegments(text: string): { segments: number; isBasic: boolean } {
  const characters = [...text]
  const isBasic = characters.every((each) => basic.has(each) || extended.has(each))
  const sizes = characters.map((each) => (isBasic ? (extended.has(each) ? 2 : 1) : each.length))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const [single, several] = isBasic ? [160, 153] : [70, 67]
  if (length <= single) return { segments: length === 0 ? 0 : 1, isBasic }
  // What takes two places is never cut in half: it moves to the next SMS.
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > several) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { segments, isBasic }
}
