import { useQueries } from '@tanstack/react-query'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { offers, packages } from '#src/features/bookings/services.ts'
import { freeHoursQuery } from '#src/features/bookings/web/picker/free-hours-query.ts'
import { showDuration } from '#src/shared/times.ts'
import type { Choice } from './choice.ts'

/**
 * Why an offer is too long for the chosen hour, by the offer's id: `'Needs 2 hours; only 1 hour is free here.'` Nothing
 * without an hour, and while it is being asked. `minutes` is what is free there for certain.
 */
export function useTooLong(
  { coachId, game }: Choice,
  chosen: { hour: Hour; minutes: number } | undefined,
): Map<string, string> {
  const longer = packages.filter((each) => chosen && each.minutes > chosen.minutes)
  const answers = useQueries({ queries: longer.map(({ id }) => freeHoursQuery(id, coachId, game)) })
  const isFree = answers.map(({ data }) =>
    data?.days.some(({ hours }) =>
      hours.some(({ startsAt, state }) => startsAt === chosen?.hour.startsAt && state === 'free'),
    ),
  )
  const free = longer.findLast((_, n) => isFree[n])?.minutes ?? chosen?.minutes ?? 0
  const tooLong = longer.filter((_, n) => isFree[n] === false).map(({ minutes }) => minutes)
  return new Map(
    offers
      .filter(({ minutes }) => tooLong.includes(minutes))
      .map(({ id, minutes }) => [
        id,
        `Needs ${showDuration(minutes)}; only ${showDuration(free)} ${free > 60 ? 'are' : 'is'} free here.`,
      ]),
  )
}
