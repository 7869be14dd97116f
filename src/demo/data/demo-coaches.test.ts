import { expect, test } from 'vitest'
import { traitsOf } from '#src/features/coaches/portrait.ts'
import { demoCoaches } from './demo-coaches.ts'

test('the drawn portraits of any two of the demo’s coaches share one trait at most', () => {
  const portraits = demoCoaches.map(({ name }) => ({ name, traits: Object.entries(traitsOf(name)) }))
  for (const [index, one] of portraits.entries())
    for (const other of portraits.slice(index + 1)) {
      const shared = one.traits.filter(([, variant], place) => variant === other.traits[place]![1])
      expect(shared.length, `${one.name} and ${other.name} share ${shared}`).toBeLessThanOrEqual(1)
    }
})

test('each of the demo’s coaches wears something else on the head', () => {
  const headgears = demoCoaches.map(({ name }) => traitsOf(name).headgear)
  expect(new Set(headgears).size).toBe(demoCoaches.length)
})
