import type { Conversation } from '#src/features/messages/conversations-contract.ts'
import { letters } from '#tests/support/letters.ts'
import { logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'

test('the team finds who wrote, keeps notes, and takes over whom a colleague had taken', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const tag = `Asker${letters()}`
  const { token, email } = await outside.signUp(tag)
  await outside.call('POST', '/api/contacts', token, {
    name: tag,
    email,
    game: 'both',
    message: 'Do you coach at six?',
  })
  const bookingId = await outside.book(token, 'VexFlip')
  await outside.call('POST', '/api/messages', token, { bookingId, content: 'Which map first?' })
  const admin = await outside.logIn('admin@demo.test')
  const [taken] = await outside.call<Conversation[]>('GET', `/api/conversations?about=${bookingId}`, admin)
  const assignee = `/api/conversations/${taken!.threadId}/assignee`
  const headers = { authorization: `Bearer ${admin}` }
  expect((await page.request.put(assignee, { headers, data: { insteadOf: null } })).status()).toBe(200)

  await logInAsOwner(page)
  await page.goto('/owner?tab=messages')
  await expect(page.getByRole('tab', { name: /^Messages \d+ \d+ waiting$/ })).toBeVisible()
  await page.getByLabel('Find a conversation').fill(tag)
  const found = page.getByRole('list', { name: 'Conversations' })
  await expect(found.getByRole('button')).toHaveCount(2)
  await expectAccessible(page)
  expect(await page.evaluate(findLayoutFaults)).toEqual([])

  await found.getByRole('button', { name: /Inquiry/ }).click()
  const thread = page.getByRole('region', { name: `Messages with ${tag}` })
  await expect(thread).toContainText('Waits for us')
  await thread.getByRole('button', { name: 'Notes' }).click()
  await thread.getByLabel('New note').fill('Asked before, in spring.')
  await thread.getByRole('button', { name: 'Add note' }).click()
  await expect(thread.getByRole('list', { name: 'Notes' })).toContainText('Demo Owner')
  await expectAccessible(page)
  expect(await page.evaluate(findLayoutFaults)).toEqual([])

  await page.goto(`/owner?tab=messages&booking=${bookingId}`)
  await expect(thread).toContainText('Demo Admin has it')
  await thread.getByRole('button', { name: 'Take over' }).click()
  await expect(thread).toContainText('You have it')
  await thread.getByRole('button', { name: 'No answer needed' }).click()
  await expect(thread.getByText('Waits for us')).toHaveCount(0)
})
