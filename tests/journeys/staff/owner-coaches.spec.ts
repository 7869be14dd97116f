import { expect, expectAccessible, logIn, test } from '../fixtures.ts'

/** A made-up coach as the owner's API answers it. */
function aCoach(name: string) {
  return {
    ...{ id: name, slug: name, name, title: 'Aim coach', description: 'Calm and clear.', gameExpertise: 'fortnite' },
    ...{
      currentRank: 'Unreal',
      isActive: true,
      averageRating: '4.80',
      accountEmail: 'pilot@e2e.test',
      missing: [],
      sessionsAhead: 1,
    },
  }
}

test('of many coaches a page is shown, the rest on demand, and one is found by name', async ({ page }) => {
  const names = Array.from({ length: 51 }, (_, i) => `Pilot ${String(i + 1).padStart(2, '0')}`)
  await page.route('**/api/owner/coaches*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const found = names.filter((name) => name.includes(query.get('q') ?? ''))
    const json = (query.has('cursor') ? found.slice(50) : found.slice(0, 50)).map(aCoach)
    const link = found.length > 50 && !query.has('cursor') ? '</api/owner/coaches?cursor=further>; rel="next"' : ''
    return route.fulfill({ json, headers: { 'x-total-count': String(found.length), link } })
  })
  await logIn(page, 'owner@demo.test', '/owner?tab=coaches')
  const entries = page.getByRole('list', { name: 'Coaches' }).getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(page.getByText('51 coaches', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(entries).toHaveCount(51)
  await expect(entries.last()).toContainText('1 session ahead, 4.80/5, pilot@e2e.test')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const field = page.getByLabel('Find a coach')
  await field.fill('Pilot 07')
  await expect(entries).toHaveText([/^Pilot 07/])
  await expect(page.getByText('1 coach found', { exact: true })).toBeVisible()
  await field.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No coach has this name or e-mail' })).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(page.getByText('51 coaches', { exact: true })).toBeVisible()
})
