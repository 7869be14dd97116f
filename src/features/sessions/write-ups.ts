/** How many things a coach writes down of a session: nobody practises more. */
export const mostSeen = 3
export const mostHomework = 5
/** So many drills a coach keeps to pick from. */
export const mostDrills = 50

/** The shortest notes that were paid for, in letters and digits, all texts together (SELL-7): full stops and blanks are none. */
export const shortestNotes = 80

/** How many letters and digits of any script a coach wrote, in all that the player reads. */
export function writtenLength({ seen, homework, nextStep }: Texts): number {
  const text = [...seen, ...homework.map(({ text }) => text), nextStep ?? ''].join('')
  return text.match(visible)?.length ?? 0
}

/** Unicode calls some blanks letters, such as the Hangul filler: they are among what is to be ignored. */
const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/gu

type Texts = { seen: string[]; homework: { text: string }[]; nextStep: string | null }
