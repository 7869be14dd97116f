import { expect } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { services } from '#src/features/bookings/services.ts'
import { listMessages, sendMessage } from '#src/features/messages/contract.ts'
import { approveRating, listCoachRatings, listPendingRatings, rateSession } from '#src/features/ratings/contract.ts'
import { approveStory, listStories, shareStory } from '#src/features/stories/contract.ts'
import { toDecimal } from '#src/shared/money.ts'
import { app, aSessionOver, cancel, intentFor, nextStart, ourTeam, rowOf, type Statement } from './app.ts'

const group = services.find(({ capacity }) => capacity > 1)!

export const fairPlayStatements: Statement[] = [
  [
    `Up to ${group.capacity} players share the coach`,
    async () => {
      const [coach, start] = [await aCoach(app.deps), nextStart()]
      const answers = []
      for (let i = 0; i <= group.capacity; i++)
        answers.push((await intentFor(await aUser(app.deps), start, group.id, coach.id)).status)
      return answers
    },
    [...Array.from({ length: group.capacity }, () => 200), 409],
  ],
  [
    "Another player's cancelling changes nothing for you",
    async () => {
      const [coach, start, other] = [await aCoach(app.deps), nextStart(), await aUser(app.deps)]
      const { id } = await aBooking(app.deps, { coach, start, service: group })
      const others = await aBooking(app.deps, { coach, start, service: group, player: other })
      const before = await rowOf(id)
      await cancel(others.id, other, toDecimal(group.price))
      expect(await rowOf(id)).toEqual(before)
      return before.status
    },
    'confirmed',
  ],
  [
    'What you write in a chat is read by your coach and, to help when something goes wrong, by our team',
    async () => {
      const [player, coachUser, other] = [await aUser(app.deps), await aUser(app.deps), await aUser(app.deps)]
      const coach = await aCoach(app.deps, { userId: coachUser.id })
      const { id: bookingId } = await aBooking(app.deps, { player, coach, start: nextStart() })
      await app.call(sendMessage, { body: { bookingId, content: 'Hello!' } }, player.token)
      const readers = [coachUser, await ourTeam(), other].map(({ token }) =>
        app.call(listMessages, { params: { bookingId } }, token),
      )
      return (await Promise.all(readers)).map(({ status, body }) => (status === 200 ? body[0]!.content : status))
    },
    ['Hello!', 'Hello!', 404],
  ],
  [
    'Stories and ratings are read by us before they appear; by sending one you let us show it with the first word of your name',
    async () => {
      const [player, coach] = [await aUser(app.deps, { name: 'Rimshot Miller' }), await aCoach(app.deps)]
      const { id: bookingId } = await aSessionOver({ player, coach })
      const shown = async () => {
        const { body: stories } = await app.call(listStories, {})
        const { ratings } = (await app.call(listCoachRatings, { params: { slug: coach.slug } })).body
        return [stories.map(({ userName }) => userName), ratings.map(({ reviewer }) => reviewer)]
      }
      const story = {
        ...{ coachName: coach.name, game: 'rocket-league', beforeRank: 'Gold', afterRank: 'Champion' },
        story: 'My kickoffs work now.',
      }
      const sent = await app.call(shareStory, { body: story }, player.token)
      await app.call(rateSession, { body: { bookingId, rating: 5, review: 'Great.' } }, player.token)
      const before = await shown()
      const { token } = await ourTeam()
      await app.call(approveStory, { params: { id: sent.body.id } }, token)
      const [rating] = (await app.call(listPendingRatings, {}, token)).body
      await app.call(approveRating, { params: { id: rating!.id } }, token)
      return [before, await shown()]
    },
    [
      [[], []],
      [['Rimshot'], ['Rimshot']],
    ],
  ],
]
