import { expect, test } from 'vitest'
import { traitsOf } from '#src/features/coaches/portrait.ts'
import { demoCoaches } from './demo-coaches.ts'

test('the drawn portraits of any two of the demo’s coaches differ in two traits at least', () => {
  const portraits = demoCoaches.map(({ name }) => ({ name, traits: Object.values(traitsOf(name)) }))
  for (const [index, one] of portraits.entries())
    for (const other of portraits.slice(index + 1)) {
      const differing = one.traits.filter((trait, place) => trait !== other.traits[place])
      expect(differing.length, `${one.name} and ${other.name}`).toBeGreaterThanOrEqual(2)
    }
})
