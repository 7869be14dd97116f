import { expect, test } from 'vitest'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { services } from '#src/features/bookings/services.ts'
import Agenda from '#src/screens/coach-dashboard/agenda.tsx'
import { NotesDue } from '#src/screens/coach-dashboard/next-up.tsx'
import { htmlOf } from '../support/html-of.tsx'

const now = Date.parse('2026-12-03T20:00:00Z')

/** A completed session without its notes, which ended some hours ago. */
const ended = (hours: number, customerName: string, change: Partial<CoachSession> = {}) =>
  ({
    ...{
      id: customerName,
      customerName,
      playerId: 'p',
      serviceName: '1-on-1 Basic Session',
      minutes: 60,
      note: null,
      price: '29.00',
    },
    ...{ owed: services[0].owed, notesSentAt: null, notesMissedAt: null, player: null, zone: 'America/New_York' },
    ...{ status: 'completed', refusals: { complete: 'Done', 'write-up': null } },
    startsAt: new Date(now - (hours + 1) * 3_600_000).toISOString(),
    endsAt: new Date(now - hours * 3_600_000).toISOString(),
    ...change,
  }) as CoachSession

test('a coach reads first which notes are overdue, and that money goes back for them', () => {
  const shown = (...sessions: CoachSession[]) => htmlOf(<NotesDue sessions={sessions} now={now} />)
  const [fresh, late, later] = [ended(1, 'Nacho'), ended(25, 'Rimshot'), ended(30, 'Kickoff')]
  expect(shown(fresh).text).toContain('Notes due for 1 session')
  expect(shown(fresh, late).text).toContain('Notes overdue: without them Rimshot may take part of the price back')
  expect(shown(later, late).text).toContain(
    '2 notes overdue: without them your players may take part of the price back',
  )
  expect(shown(late).html).toContain('href="/coach-dashboard?section=agenda"')
  const nothing = { notesSentAt: new Date(now).toISOString() }
  expect(shown(ended(25, 'Rimshot', nothing)).text).not.toContain('otes')
})

test('of a session that is written up nobody asks how it went; it can still be marked as completed', () => {
  const open = { complete: null, 'write-up': null } as CoachSession['refusals']
  const written = ended(2, 'Nacho', { status: 'confirmed', refusals: open, notesSentAt: new Date(now).toISOString() })
  const { text } = htmlOf(<Agenda sessions={[written]} talks={[]} now={now} onChat={() => {}} />)
  expect(text).toContain('Nacho')
  expect(text).toContain('Notes sent')
  expect(text).toContain('Mark completed')
  expect(text).not.toMatch(/How did it go|Notes due/)
})

test('the agenda begins with the sessions whose notes are overdue', () => {
  const untold = ended(2, 'Untold', {
    status: 'confirmed',
    owed: null,
    refusals: { complete: null, 'write-up': 'None' },
  })
  const sessions = [ended(1, 'Nacho'), untold, ended(25, 'Rimshot')]
  const { html } = htmlOf(<Agenda sessions={sessions} talks={[]} now={now} onChat={() => {}} />)
  const titles = [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title)
  expect(titles.slice(0, 3)).toEqual(['Notes overdue', 'How did it go?', 'Notes to write'])
  expect(html.match(/Write up: session with Rimshot/g)).toHaveLength(1)
})

test('the players of a group’s hour stand together below its time, and a session of its own alone', () => {
  const open = { complete: 'Not yet', 'write-up': 'Not yet' } as CoachSession['refusals']
  const ahead = (hours: number, name: string) =>
    ended(-hours, name, { status: 'confirmed', serviceName: 'Group Session', refusals: open })
  const sessions = [ahead(24, 'Nacho'), ahead(24, 'Rimshot'), ahead(26, 'Kickoff')]
  const { html } = htmlOf(<Agenda sessions={sessions} talks={[]} now={now} onChat={() => {}} />)
  const hours = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title]) => title?.replaceAll('<!-- -->', ''))
  expect(hours).toEqual([expect.stringMatching(/^Group Session, \d+:00 [AP]M, 2 players$/)])
})
