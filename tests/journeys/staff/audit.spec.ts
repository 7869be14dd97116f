import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the owner sees what staff did, and narrows it down', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token } = await outside.signUp()
  const inquiry = { name: 'Rimshot', email: 'rimshot@demo.test', game: 'fortnite', message: 'Do you coach on Sundays?' }
  const { id } = await outside.call<{ id: string }>('POST', '/api/contacts', token, inquiry)
  await outside.call('POST', `/api/contacts/${id}/answered`, await outside.logIn('owner@demo.test'))

  await logInAsOwner(page)
  await page.goto('/owner?tab=audit')
  const act = page.getByRole('listitem').filter({ hasText: id })
  await expect(act).toContainText('Say that an inquiry was answered')
  await expect(act).toContainText('Done')
  await expectAccessible(page)

  // The demo's dates never reach this day.
  await page.getByLabel('Last day').fill('2020-01-31')
  await expect(page.getByText('No entries found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(act).toBeVisible()
  const person = page.getByLabel('Person')
  await person.selectOption({ index: 1 })
  await expect(page.getByText(/^\d+ entr(y|ies)$/)).toBeVisible()
  await page.getByLabel('First day').fill('2026-01-01')
  await expect(page.getByText(/^\d+ entr(y|ies)$/)).toBeVisible()
})
