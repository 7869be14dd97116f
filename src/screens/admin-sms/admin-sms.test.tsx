import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReviewedApplication } from '#src/features/applications/contract.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { countSegments } from '#src/shared/text/sms-text.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import AdminSms from './admin-sms.tsx'
import { Review } from './application-review.tsx'
import { ApplicationCard, BookingCard } from './cards.tsx'
import { PanelHead } from './panel-head.tsx'
import { noPhone, personOfApplication, personOfBooking } from './person.ts'
import { SmsForm } from './sms-form.tsx'
import { templatesFor, withTemplate } from './sms-templates.ts'

// What the Admin SMS Center shows and sends (SMS-1, MSG-5), part by part.

let typed: string | null
beforeEach(() => {
  typed = null
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key.startsWith('draft:sms') ? typed : null) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const phone = '+12125550100'
const booking = {
  id: 'b',
  customerName: 'Rimshot',
  customerPhone: phone,
  coachName: 'VexFlip',
  serviceName: 'Group Session',
  startsAt: null,
  status: 'confirmed',
} as Booking
const application: ReviewedApplication = {
  id: 'a',
  applicantName: 'NachoBoost',
  applicantEmail: 'nacho@demo.test',
  applicantPhone: phone,
  gameExpertise: 'both',
  currentRank: 'Champion II',
  coachingExperience: 'Two seasons with my club.',
  whyCoach: 'I like to explain.',
  availability: 'Weekends',
  discordUsername: 'nacho.boost',
  portfolioLinks: 'https://clips.test/nacho',
  status: 'pending',
  createdAt: '2026-01-05T18:00:00.000Z',
  sentBy: null,
  isEmailProven: false,
  isUnproven: false,
}
const nothing = () => {}

/** The buttons of a part of the screen, those that are disabled with "(off)". */
function buttons(html: string) {
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes, inside]) => {
    const label = inside!.replace(/<[^>]+>/g, '').trim()
    return / aria-disabled="true"/.test(attributes!) ? `${label} (off)` : label
  })
}

test('two tabs, and at first the word to select a customer or an application', () => {
  const { html, text } = htmlOf(<AdminSms />)
  expect(buttons(html)).toEqual(expect.arrayContaining(['Customer Bookings', 'Coach Applications']))
  expect(text).toContain('Admin SMS Center Admin Only')
  expect(text).toContain('Select a customer or an application')
})

test('a booking’s Message and SMS need a phone', () => {
  const card = (change: Partial<Booking>) =>
    htmlOf(<BookingCard booking={{ ...booking, ...change }} isChosen={false} onOpen={nothing} />)
  expect(buttons(card({}).html)).toEqual(['Message', 'SMS'])
  expect(buttons(card({ customerPhone: null }).html)).toEqual(['Message (off)', 'SMS (off)'])
  const unreadable = card({ customerPhone: '020 7946 0958' })
  expect(unreadable.text).toContain('020 7946 0958 (not a number we can text)')
  expect(buttons(unreadable.html)).toEqual(['Message', 'SMS (off)'])
})

test('an application has Review, with a phone also Message and SMS', () => {
  const card = (change: Partial<ReviewedApplication>) =>
    htmlOf(<ApplicationCard application={{ ...application, ...change }} isChosen={false} onOpen={nothing} />)
  expect(buttons(card({}).html)).toEqual(['Review', 'Message', 'SMS'])
  expect(buttons(card({ applicantPhone: null }).html)).toEqual(['Review'])
})

test('a composer says name, phone and type', () => {
  const head = (person: ReturnType<typeof personOfBooking>) =>
    htmlOf(
      <PanelHead title="Internal message" person={person}>
        {null}
      </PanelHead>,
    ).text
  expect(head(personOfBooking(booking, 'UTC'))).toContain(`Name Rimshot Phone ${phone} Type Customer booking`)
  expect(head(personOfApplication(application))).toContain(`Name NachoBoost Phone ${phone} Type Coach application`)
})

test('the review shows all that was written, what is optional only when it was; a decision made is disabled', () => {
  const review = (change: Partial<ReviewedApplication> = {}) =>
    htmlOf(<Review application={{ ...application, ...change }} onClose={nothing} />)
  const { text, html } = review()
  const optional = [`Phone ${phone}`, 'Discord username nacho.boost', 'Portfolio links https://clips.test/nacho']
  for (const part of [
    'Game Both Games',
    'Current rank Champion II',
    'Email nacho@demo.test',
    'Coaching experience Two seasons with my club.',
    'Why they want to coach I like to explain.',
    'Availability Weekends',
    ...optional,
  ])
    expect(text).toContain(part)
  expect(buttons(html)).toEqual(expect.arrayContaining(['Close Review', 'Approve', 'Reject']))

  const without = review({ applicantPhone: null, discordUsername: null, portfolioLinks: null, status: 'approved' })
  for (const part of ['Phone', 'Discord username', 'Portfolio links']) expect(without.text).not.toContain(part)
  expect(buttons(without.html)).toEqual(expect.arrayContaining(['Approve (off)', 'Reject']))
  expect(buttons(review({ status: 'rejected' }).html)).toEqual(expect.arrayContaining(['Approve', 'Reject (off)']))
})

test('an application sent by another account than its e-mail says is red before Approve', () => {
  const review = (change: Partial<ReviewedApplication>) =>
    htmlOf(<Review application={{ ...application, ...change }} onClose={nothing} />)
  const other = review({ sentBy: { email: 'evil@throwaway.test', emailVerified: true } })
  const warning = 'Sent by another account evil@throwaway.test (verified) sent this and typed nacho@demo.test.'
  expect(other.text).toContain(warning)
  expect(other.text.indexOf(warning)).toBeLessThan(other.text.indexOf('Approve Reject'))
  expect(other.html).toContain('role="alert"')
  expect(other.text).toContain('Sent by evil@throwaway.test (verified)')

  const own = review({ sentBy: { email: application.applicantEmail, emailVerified: false }, isEmailProven: true })
  expect(own.html).not.toContain('role="alert"')
  expect(own.text).toContain('Email nacho@demo.test Proven Sent by nacho@demo.test (not verified)')
  expect(review({}).text).toContain('Email nacho@demo.test Not proven Sent by Somebody without an account')
})

test('the SMS counter counts against 160 and lets more be sent; nothing but white space is not', () => {
  const form = () => htmlOf(<SmsForm person={personOfBooking(booking, 'UTC')} onCancel={nothing} />)
  const sending = () => buttons(form().html).filter((label) => /Send|Cancel/.test(label))
  expect(form().text).toContain('0/160')
  expect(sending()).toEqual(['Cancel', 'Send SMS (off)'])
  typed = ' \n '
  expect(sending()).toEqual(['Cancel', 'Send SMS (off)'])
  typed = 'x'.repeat(200)
  expect(form().text).toContain('200/160')
  expect(sending()).toEqual(['Cancel', 'Send SMS'])
})

test('a person without a number is named by what they are', () => {
  expect([noPhone(personOfBooking(booking, 'UTC')), noPhone(personOfApplication(application))]).toMatchObject([
    { title: 'No phone number', description: "This customer doesn't have a phone number on file." },
    { title: 'No phone number', description: "This coach applicant doesn't have a phone number on file." },
  ])
})

test('a template fills an empty field, takes the place of another one, and follows what was typed', () => {
  const templates = templatesFor(personOfBooking(booking, 'UTC'))
  const [reminder, late] = templates as [(typeof templates)[0], (typeof templates)[0]]
  expect(withTemplate(' ', reminder, templates)).toBe(reminder.text)
  expect(withTemplate(reminder.text, late, templates)).toBe(late.text)
  expect(withTemplate('Bring your replay. ', late, templates)).toBe(`Bring your replay.\n${late.text}`)
})

test('the reminder says the hour and the coach, and still fits into one SMS', () => {
  const reminderOf = (change: Partial<Booking>) =>
    templatesFor(personOfBooking({ ...booking, zone: 'America/New_York', ...change }, 'UTC'))[0]!.text
  const start = { startsAt: '2026-01-05T18:00:00.000Z', sessionDate: '2026-01-05', sessionTime: '13:00' }
  expect(reminderOf(start)).toBe(
    'Hi Rimshot, Level Up here. Your session with VexFlip is on Mon, Jan 5, 1:00 PM (New York). Please be on Discord five minutes early.',
  )
  expect(reminderOf({})).toContain('Your session with VexFlip is coming up.')
  const long = { customerName: 'The Very Long Name Of A Player', coachName: 'TheVeryLongNamedAerialWizard' }
  expect(countSegments(reminderOf({ ...start, ...long })).segments).toBe(1)
})
