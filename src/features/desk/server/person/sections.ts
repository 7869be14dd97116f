import type { Deps } from '#src/deps.ts'
import { type PersonSection, personSections } from '#src/features/desk/person-sections.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { Section } from './about.ts'
import { bookedSessions, coachedSessions, conversations, mailsAndTexts } from './contact-sections.ts'
import { blocksBetween, claims, questionsAbout, reportsAbout } from './session-sections.ts'
import type { Person } from './visible.ts'
import { applicationsOf, inquiries, ratingsBy, storiesBy } from './word-sections.ts'

/** All that staff with these roles may read about a person, by kind, without what is empty; and the phone number given last. */
export async function listSections({ db }: Deps, staff: Account, person: Person) {
  const about = { db, staff, person }
  // Mails and SMS are found by where they went.
  const { phones, ...booked } = await bookedSessions(about)
  const found: Partial<Record<PersonSection, Section | Promise<Section>>> = {
    booking: booked,
    coaching: coachedSessions(about),
    conversation: conversations(about),
    question: questionsAbout(about),
    report: reportsAbout(about),
    rating: ratingsBy(about),
    application: applicationsOf(about),
    block: blocksBetween(about),
    delivery: mailsAndTexts(about, phones),
    // WHO-2
    ...(staff.isOwner && { claim: claims(about), story: storiesBy(about), inquiry: inquiries(about) }),
  }
  const kinds = Object.keys(personSections) as PersonSection[]
  const all = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...((await found[kind]) ?? { all: null, lines: [] }) })),
  )
  return { phone: phones[0] ?? null, sections: all.filter(({ lines }) => lines.length > 0) }
}
