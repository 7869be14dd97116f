import { sql } from 'drizzle-orm'
import { coachTextLimits, maxDescription, maxHowITeach } from '#src/features/coaches/contract.ts'
import { languageCodes } from '#src/shared/languages.ts'
import type { Books } from '#tools/drills/books.ts'
import { callsTo } from './by-call.ts'

/** One word without a place to break it. */
const word = (length: number) => `Unbroken${'w'.repeat(length - 8)}`
/** Words that are long, but words. */
const words = (length: number) => 'Mannschaftsbesprechung Trainingsstunde '.repeat(99).slice(0, length).trim()

/** Makes VexFlip's page, and what the public pages show of players, as full as it can be saved, with the longest words. */
export async function fillWithLongestWords(url: string, { db }: Books): Promise<void> {
  const outside = callsTo(url)
  await db.execute(sql`update users set name = ${word(80)} where id in (select user_id from ratings)`)
  await db.execute(sql`update ratings set review = ${word(200) + words(1800)}, rank = ${word(80)}`)
  await db.execute(
    sql`update success_stories set user_name = ${word(80)}, coach_name = ${word(80)}, before_rank = ${word(60)}, after_rank = ${word(60)}, story = ${word(200) + words(800)}`,
  )
  await outside.call('PATCH', '/api/coach/profile', await outside.logIn('coach@demo.test'), {
    title: word(80),
    description: word(100) + words(maxDescription - 100),
    currentRank: word(coachTextLimits.currentRank),
    achievements: Array.from({ length: 6 }, (_, n) => (n % 2 ? word(120) : words(120))),
    specialties: Array.from({ length: 8 }, (_, n) => word(40 - n)),
    languages: languageCodes,
    availability: words(coachTextLimits.availability),
    discordUsername: word(32),
    portfolioLinks: null,
    howITeach: word(200) + words(maxHowITeach - 200),
    clipUrl: `https://clips.test/${'a'.repeat(270)}`,
    publicLinks: Array.from({ length: 5 }, (_, n) => `https://${'b'.repeat(60)}.test/${n}${'c'.repeat(200)}`),
  })
  const owner = await outside.logIn('owner@demo.test')
  const coaches = await outside.call<{ id: string; slug: string }[]>('GET', '/api/coaches')
  const { id } = coaches.find(({ slug }) => slug === 'vexflip')!
  await outside.call('PATCH', `/api/owner/coaches/${id}`, owner, {
    name: word(80),
    studentsBefore: 1_000_000,
    hoursBefore: 1_000_000,
    beforeSource: word(200),
  })
}
