import { expect, test } from 'vitest'
import { byRating } from './by-rating.ts'

const coach = (id: string, averageRating: string | null = null, ratingCount = 0) => ({ id, averageRating, ratingCount })
const order = (...coaches: ReturnType<typeof coach>[]) => byRating(coaches).map(({ id }) => id)

test('many good ratings come before one that is perfect, and a single bad one does not decide', () => {
  expect(order(coach('one', '5.00', 1), coach('many', '4.90', 60))).toEqual(['many', 'one'])
  expect(order(coach('bad', '4.00', 40), coach('unlucky', '3.00', 1))).toEqual(['unlucky', 'bad'])
})

test('new coaches stand among the others: after whom players recommend, before whom they do not', () => {
  expect(order(coach('weak', '4.20', 9), coach('new'), coach('good', '4.80', 9))).toEqual(['good', 'new', 'weak'])
})

test('of equals the one with more ratings comes first, then the one who came first, however the list began', () => {
  const [rated, first, second] = [coach('c', '4.50', 8), coach('a'), coach('b')]
  expect(order(second, first, rated)).toEqual(['c', 'a', 'b'])
  expect(order(rated, first, second)).toEqual(['c', 'a', 'b'])
})
