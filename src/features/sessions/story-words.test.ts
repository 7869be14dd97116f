import { expect, test } from 'vitest'
import { storyKinds } from './story.ts'
import type { StoryEvent } from './story-contract.ts'
import { deedWords, doerWords, type StoryReader, wordsBelow } from './story-words.ts'

const event = (kind: StoryEvent['kind'], more: Partial<StoryEvent> = {}): StoryEvent => ({
  ...{ kind, at: '2026-11-24T15:00:00Z', by: 'player', name: 'Rimshot', coach: 'VexFlip' },
  ...more,
})
const reader = (as: StoryReader['as'], zone = 'America/New_York'): StoryReader => ({ as, playerName: 'Rimshot', zone })
const hours = { from: '2026-11-28T15:00:00Z', to: '2026-11-30T01:00:00Z' }

test.each<[StoryEvent, StoryReader, string]>([
  [
    event('move', hours),
    reader('staff'),
    'Moved from Sat, Nov 28, 10:00 AM (New York) to Sun, Nov 29, 8:00 PM (New York)',
  ],
  [
    event('move', hours),
    reader('player', 'Europe/Berlin'),
    'Moved from Sat, Nov 28, 4:00 PM (Berlin) to Mon, Nov 30, 2:00 AM (Berlin)',
  ],
  [
    event('schedule', { to: hours.to, toCoach: 'VexFlip' }),
    reader('staff'),
    'Set to Sun, Nov 29, 8:00 PM (New York) with VexFlip',
  ],
  [event('cancel', { amount: '29.00', asked: 'team' }), reader('staff'), 'Cancelled for our team: $29 goes back'],
  [
    event('cancel', { amount: '0.00', asked: 'player' }),
    reader('staff'),
    'Cancelled as the player asked: nothing goes back',
  ],
  [event('cancel', { amount: '14.50' }), reader('player'), 'Cancelled: $14.50 goes back'],
  [event('cancel'), reader('coach'), 'Cancelled'],
  [
    event('hand-over', { fromCoach: 'VexFlip', toCoach: null }),
    reader('player'),
    'Another coach than VexFlip, whom our team finds',
  ],
  [event('claim-guarantee', { wanted: 'another-coach' }), reader('staff'), 'Claimed the guarantee: another coach'],
  [event('said', { says: 'not-here' }), reader('staff'), 'Said that VexFlip did not come'],
  [event('said', { says: 'not-here' }), reader('coach'), 'Said that you did not come'],
  [event('said', { says: 'not-here', by: 'you' }), reader('coach'), 'Said that Rimshot did not come'],
  [event('said', { says: 'not-here', by: 'coach' }), reader('player'), 'Said that you did not come'],
  [
    event('said', { says: 'late', minutes: 12, by: 'you' }),
    reader('player'),
    'Said that the session started 12 minutes late',
  ],
  [event('refunded', { amount: '14.00' }), reader('player'), '$14 sent back to the card'],
])('an event reads for its reader: $2', (happened, who, words) => {
  expect(deedWords(happened, who)).toBe(words)
})

test('every kind has words, also without what its reader may not know', () => {
  for (const kind of storyKinds)
    for (const as of ['player', 'coach', 'staff'] as const)
      expect(deedWords(event(kind, { says: 'we-met', stars: 4, minutes: 5 }), reader(as)), kind).toMatch(
        /^[A-Z\d$](?!.*undefined).{3,}$/,
      )
})

test('who did it is named as the reader knows them, and why a coach called off in words', () => {
  const who = (more: Partial<StoryEvent>, as: StoryReader['as'] = 'player') =>
    doerWords(event('move', more), reader(as))
  expect(who({ by: 'you' })).toBe('You')
  expect(who({ by: 'coach', name: 'VexFlip' })).toBe('VexFlip')
  expect(who({ by: 'coach', name: null })).toBe('Your coach')
  expect(who({ by: 'team', name: null })).toBe('Our team')
  expect(who({ by: 'team', name: 'Kim' }, 'staff')).toBe('Kim, our team')
  expect(who({ by: null })).toBe(null)
  expect(wordsBelow(event('call-off', { why: 'ill', words: 'So sorry' }))).toEqual(['Why: Ill', '“So sorry”'])
  expect(wordsBelow(event('call-off'))).toEqual([])
})
