import { expect, test } from 'vitest'
import { listOwnerCoaches } from '#src/features/bookings/staff-contract.ts'
import type { Contact } from '#src/features/contacts/contract.ts'
import type { ReviewedRating } from '#src/features/ratings/contract.ts'
import type { FeaturedStory } from '#src/features/stories/contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { CoachesRoom } from './coaches-room.tsx'
import { ContactsTab } from './contacts-tab.tsx'
import { RatingsTab } from './ratings-tab.tsx'
import { StoriesTab } from './stories-tab.tsx'

// What the owner's lists show of each entry (WHO-2).

/** A list with these entries, as `useList` gives it. */
function listOf<Item>(...items: Item[]) {
  return { items, total: items.length } as never
}

const createdAt = '2026-01-05T18:00:00.000Z'

test('an inquiry shows name, date, e-mail, game, rank or that none was given, and message', () => {
  const contact: Contact = {
    id: 'c',
    name: 'Rimshot',
    email: 'rimshot@demo.test',
    game: 'both',
    currentRank: 'Champion II',
    message: 'Do you coach on Sundays?',
    createdAt,
    coachName: 'VexFlip',
    coachEmail: 'coach@demo.test',
    answeredAt: null,
  }
  const { text } = htmlOf(<ContactsTab list={listOf(contact)} />)
  const parts = [
    'Rimshot',
    'Jan 5, 2026',
    'rimshot@demo.test',
    'Asks about VexFlip',
    'Game Both Games',
    'Rank Champion II',
  ]
  for (const part of [...parts, 'Do you coach on Sundays?']) expect(text).toContain(part)
  expect(htmlOf(<ContactsTab list={listOf({ ...contact, currentRank: null })} />).text).toContain('Rank Not specified')
})

test('a question about a coach is passed on by a mail that does not say who asks', () => {
  const contact = { id: 'c', name: 'Rimshot', email: 'rimshot@demo.test', game: 'both', currentRank: null, createdAt }
  const about = { coachName: 'VexFlip', coachEmail: 'coach@demo.test', answeredAt: null }
  const mailOf = (message: string, change: Partial<Contact> = {}) => {
    const { html } = htmlOf(<ContactsTab list={listOf({ ...contact, ...about, message, ...change })} />)
    const [, href] = /href="(mailto:[^"]+)"[^>]*>Pass on to/.exec(html) ?? []
    return href && decodeURIComponent(href)
  }
  const mail = mailOf('Controller or\nkeyboard?')
  expect(mail).toMatch(/^mailto:coach@demo\.test\?subject=.+body=Hi VexFlip, .+Controller or\r\nkeyboard\?$/s)
  expect(mail).not.toMatch(/rimshot/i)
  expect(mailOf('ж'.repeat(2_000))).toMatch(/copy it from the inquiry/)
  expect(mailOf('Hi', { coachEmail: null }), 'a coach without an account').toBeUndefined()
})

test('a rating shows its stars out of 5, coach, game, review if any, date, and Approve', () => {
  const rating: ReviewedRating = {
    id: 'r',
    bookingId: 'b',
    coachName: 'VexFlip',
    rating: 4,
    review: 'The drill is gold.',
    game: 'rocket-league',
    rank: 'Diamond II',
    isApproved: false,
    rejectReason: null,
    session: { customerName: 'Rimshot', playerId: 'p', number: 'LU-4KQ2X' },
    decisionId: null,
    createdAt,
  }
  const { text, html } = htmlOf(<RatingsTab list={listOf(rating)} approved={listOf()} />)
  for (const part of ['VexFlip', '4/5', 'Rocket League, Jan 5, 2026', 'Session LU-4KQ2X', 'The drill is gold.'])
    expect(text).toContain(part)
  expect(html).toContain('aria-label="4 out of 5 stars"')
  expect(html.match(/fill-signal/g)).toHaveLength(4)
  expect(html).toMatch(/<button[^>]*><span[^>]*>Approve</)
  expect(htmlOf(<RatingsTab list={listOf({ ...rating, review: null })} approved={listOf()} />).text).toContain(
    'No review written',
  )
})

test('a story shows player, coach, game, both ranks, sessions, text and date, Approve and Feature', () => {
  const story: FeaturedStory = {
    id: 's',
    userName: 'NachoBoost',
    coachName: 'RampRiot',
    game: 'fortnite',
    beforeRank: 'Gold I',
    afterRank: 'Diamond II',
    story: 'I stopped running into the storm.',
    sessionsCount: 3,
    createdAt,
  }
  const { text, html } = htmlOf(<StoriesTab list={listOf(story)} approved={listOf()} />)
  for (const part of ['NachoBoost', 'Fortnite, 3 sessions with RampRiot', 'Jan 5, 2026', story.story])
    expect(text).toContain(part)
  expect(html).toMatch(/Gold I <svg[^>]*aria-label="to".*<\/svg> Diamond II/)
  for (const label of ['Approve', 'Feature']) expect(html).toMatch(new RegExp(`<button[^>]*><span[^>]*>${label}<`))
})

test('an approved story that is not on the homepage can be featured or withdrawn, and the list says who reads it', () => {
  const approved = { id: 's', userName: 'NachoBoost', game: 'fortnite', createdAt }
  const { text, html } = htmlOf(<StoriesTab list={listOf()} approved={listOf(approved)} />)
  expect(text).toContain('Visitors read these at “All success stories”')
  for (const label of ['Feature', 'Withdraw'])
    expect(html).toMatch(new RegExp(`aria-label="${label}: story of NachoBoost"`))
  expect(html).not.toMatch(/<button[^>]*>Approve</)
})

test('a coach who is no longer published shows what can be done with upcoming sessions', () => {
  const coach = {
    id: 'c',
    slug: 'c',
    name: 'RampRiot',
    gameExpertise: 'fortnite',
    isActive: false,
    sessionsAhead: 2,
    missing: [],
  }
  const pages = [{ items: [coach], total: 1 }]
  const list = { queryKey: [listOwnerCoaches.path, 'o', {}], data: { pages, pageParams: [null] } }
  const { text, html } = htmlOf(<CoachesRoom ownerId="o" />, [list])
  expect(text).toContain('2 sessions ahead: cancel them under Admin Bookings')
  expect(html).toContain('href="/owner?coach=c"')
})
