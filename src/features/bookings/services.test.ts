import { expect, test } from 'vitest'
import { showDollars } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import { anyCoachName, discountBadge, offers, packages, services } from './services.ts'

test('the services and their prices, the same for every game', () => {
  expect(services.map(({ id, name, minutes, price }) => [id, name, showDuration(minutes), showDollars(price)])).toEqual(
    [
      ['1on1-basic', '1-on-1 Basic Session', '1 hour', '$29'],
      ['1on1-advanced', '1-on-1 Advanced Session', '1.5 hours', '$49'],
      ['1on1-pro', '1-on-1 Pro Session', '2 hours', '$79'],
      ['group-basic', 'Group Session', '1 hour', '$20'],
    ],
  )
  expect(services.map(({ capacity }) => capacity)).toEqual([1, 1, 1, 4])
})

test('three packages at their advertised prices', () => {
  const shown = packages.map((offer) => [
    offer.title,
    showDollars(offer.price),
    showDollars(offer.regularPrice),
    discountBadge(offer),
    showDuration(offer.minutes),
  ])
  expect(shown).toEqual([
    ['Starter', '$15', '$29', '48% OFF', '1 hour'],
    ['Pro', '$25', '$49', '49% OFF', '1.5 hours'],
    ['Elite', '$39', '$79', '51% OFF', '2 hours'],
  ])
  expect(anyCoachName).toBe('Choose your coach')
})

test('what the line of an offer promises beside the live hour is what its coach owes', () => {
  const number = (promise: RegExp, line: string) => Number(promise.exec(line)?.[1] ?? 0)
  for (const { includes, owed } of offers)
    expect({
      notes: /within 24 hours|in writing/.test(includes),
      replays: number(/(\d) replays? (?:watched )?before/, includes),
      questionDays: number(/(\d+) days of questions/, includes),
      replayChecks: includes.includes('one new replay checked') ? 1 : 0,
    }).toEqual({
      notes: owed !== null,
      replays: owed?.replays ?? 0,
      questionDays: owed?.questionDays ?? 0,
      replayChecks: owed?.replayChecks ?? 0,
    })
})
