import { z } from 'zod/mini'
import { bookingParams, bookingSchema } from '#src/features/bookings/contract.ts'
import { addressMessage, isWebAddress } from '#src/features/coaches/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, textSchema } from '#src/shared/fields.ts'
import { mostDrills, mostHomework, mostSeen } from './write-ups.ts'

const optionalLink = z.pipe(
  z.nullish(z.string().check(z.trim(), atMost(300))),
  z
    .transform((link: string | null | undefined) => link || null)
    .check(z.refine((link) => link === null || isWebAddress(link), addressMessage)),
)

/** Something to practise, and where it is shown. */
export const drillBody = z.object({ text: textSchema('What is to be practised?', 200), link: optionalLink })
export type Drill = z.output<typeof drillBody>
const drillSchema = z.object({ text: z.string(), link: z.nullable(z.string()) })

/** What a coach writes of a session. */
export const writeUpBody = z.object({
  seen: z
    .array(textSchema('What did you see?', 300))
    .check(
      z.minLength(1, 'At least one thing you saw, please'),
      z.maxLength(mostSeen, `At most ${mostSeen} things, please: nobody practises more`),
    ),
  homework: z._default(
    z.array(z.extend(drillBody, { keep: z._default(z.boolean(), false) })).check(
      z.maxLength(mostHomework, `At most ${mostHomework} pieces of homework, please`),
      z.refine((list) => new Set(list.map(({ text }) => text)).size === list.length, 'Each piece once, please'),
    ),
    [],
  ),
  nextStep: z.pipe(
    z.nullish(z.union([z.string().check(z.trim(), z.maxLength(0)), textSchema('What comes next?', 300)])),
    z.transform((text: string | null | undefined) => text || null),
  ),
})
export type WriteUp = z.output<typeof writeUpBody>

const writtenSchema = z.object({
  seen: z.array(z.string()),
  homework: z.array(drillSchema),
  nextStep: z.nullable(z.string()),
})
export type Written = z.output<typeof writtenSchema>

export const readWriteUp = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/write-up',
  who: 'coach',
  summary: 'What its coach wrote of a session; and of another player’s seat of the same hour, to begin with',
  params: bookingParams,
  reply: z.object({
    writeUp: z.nullable(writtenSchema),
    sameHour: z.nullable(z.object({ playerName: z.string(), writeUp: writtenSchema })),
  }),
})

export const saveWriteUp = defineCall({
  method: 'PUT',
  path: '/api/bookings/:bookingId/write-up',
  who: 'coach',
  summary:
    'Write up a session as its coach, from its start on: three things seen, homework, the next step; the player is mailed the first time, and it can be corrected for a while',
  limits: [{ by: 'account', times: 60, minutes: 60 }],
  refusals: [409],
  coachsAct: true,
  sentence: ({ booking }) => `wrote up ${booking}`,
  params: bookingParams,
  body: writeUpBody,
  reply: z.object({ writeUp: writtenSchema, isFirst: z.boolean() }),
})

export const listDrills = defineCall({
  method: 'GET',
  path: '/api/coach/drills',
  who: 'coach',
  summary: 'The coach’s own drills, which homework is picked from',
  reply: z.array(drillSchema),
})

export const drillsBody = z.object({
  drills: z.array(drillBody).check(
    z.maxLength(mostDrills, `At most ${mostDrills} drills, please`),
    z.refine((list) => new Set(list.map(({ text }) => text)).size === list.length, 'Each drill once, please'),
  ),
})

export const saveDrills = defineCall({
  method: 'PUT',
  path: '/api/coach/drills',
  who: 'coach',
  summary: 'Put the coach’s own drills in place of those before; homework that was given stays',
  limits: [{ by: 'account', times: 60, minutes: 60 }],
  sentence: 'changed their own drills',
  body: drillsBody,
  reply: z.array(drillSchema),
})

export const tickHomework = defineCall({
  method: 'PUT',
  path: '/api/homework/:homeworkId',
  who: 'account',
  summary: 'Tick a piece of homework as its player, or take the tick back',
  sentence: (_, { done }) => `${done ? 'ticked' : 'opened again'} a piece of homework of their own`,
  params: z.object({ homeworkId: idSchema }),
  body: z.object({ done: z.boolean('Is it done?') }),
  reply: z.object({ doneAt: z.nullable(instantSchema) }),
})

const homeworkSchema = z.object({
  id: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  doneAt: z.nullable(instantSchema),
})
export type Homework = z.output<typeof homeworkSchema>

/** A session that took place, with what its coach wrote. */
const rungSchema = z.object({
  bookingId: z.string(),
  coachId: z.nullable(z.string()),
  /** The player and this coach are no longer in touch. */
  isBlocked: z.boolean(),
  ...z.pick(bookingSchema, {
    coachName: true,
    serviceId: true,
    serviceName: true,
    minutes: true,
    sessionDate: true,
    sessionTime: true,
    zone: true,
    status: true,
    startsAt: true,
    endsAt: true,
    owed: true,
    notesSentAt: true,
    notesMissedAt: true,
  }).shape,
  seen: z.array(z.string()),
  nextStep: z.nullable(z.string()),
  homework: z.array(homeworkSchema),
})
export type Rung = z.output<typeof rungSchema>

/** A rank as the player said it. */
const saidRankSchema = z.object({
  rank: z.string(),
  /** Its rung in its game, 1 to 8; 0: one nobody knows. */
  rung: z.number(),
  /** The games of the coach it was said to: `'Rocket League'` */
  game: z.string(),
  saidAt: instantSchema,
})

export const readProgress = defineCall({
  method: 'GET',
  path: '/api/progress',
  who: 'account',
  summary:
    'The caller’s climb as a player: the 200 latest sessions that took place with what their coaches wrote, the goal now, and the ranks they said',
  reply: z.object({
    goal: z.nullable(z.string()),
    /** Oldest first. */
    ranks: z.array(saidRankSchema),
    /** Newest first. */
    rungs: z.array(rungSchema),
  }),
})
export type Progress = z.output<typeof readProgress.reply>
