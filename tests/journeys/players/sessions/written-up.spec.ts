import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, logIn, setWidth, signUp, test } from '../../fixtures.ts'
import { holdSession } from '../../hold-session.ts'

test.skip(!process.env.E2E_DATA_DIR, 'a session must be over, which takes the database of an app of our own')

test('a coach writes a session up by keyboard; its player reads it, ticks homework and books the same hour again', async ({
  page,
  browser,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token, name } = await signUp(page, `Reader ${letters()}`)
  await holdSession(await outside.book(token, 'DualShift'))

  const coachs = await browser.newPage()
  const { keyboard } = coachs
  await logIn(coachs, 'dualshift@demo.test', '/coach-dashboard?section=agenda')
  await coachs.getByRole('button', { name: `Write up: session with ${name}` }).press('Enter')
  const dialog = coachs.getByRole('dialog')
  await dialog.getByLabel('First', { exact: true }).focus()
  await keyboard.insertText('You land on the roof after half of your aerials.')
  await keyboard.press('Tab')
  await keyboard.insertText('Kick-offs are fine.')
  await dialog.getByRole('button', { name: /^(Add homework|Something else)$/ }).press('Enter')
  await expect(dialog.getByLabel('Homework 1', { exact: true })).toBeFocused()
  const task = `Land on all four wheels, 50 times, ${name}`
  await keyboard.insertText(task)
  await dialog.getByLabel('Link').focus()
  await keyboard.insertText('https://clips.example.com/landing')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await dialog.getByLabel('Next step').focus()
  await keyboard.insertText('Ten half-volleys a day.')
  // At the top of a long form, too.
  const send = dialog.getByRole('button', { name: `Send to ${name}` })
  await dialog.getByLabel('First', { exact: true }).focus()
  await expect(send).toBeInViewport({ ratio: 1 })
  const { width } = coachs.viewportSize()!
  await setWidth(coachs, 1440)
  await expect(send).toBeInViewport({ ratio: 1 })
  await setWidth(coachs, width)
  await expectAccessible(coachs)
  // A reload loses nothing.
  await coachs.reload()
  await coachs.getByRole('button', { name: `Write up: session with ${name}` }).press('Enter')
  await expect(dialog.getByLabel('Second')).toHaveValue('Kick-offs are fine.')
  await expect(dialog.getByRole('checkbox', { name: 'Keep it as a drill' })).toBeChecked()
  await send.press('Enter')
  // Who has written it up is asked to say that it took place, too.
  await expect(dialog).toHaveAccessibleName('Mark as completed?')
  await expectAccessible(coachs)
  await dialog.getByRole('button', { name: 'Mark completed' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(coachs.getByRole('main').getByRole('listitem').filter({ hasText: name })).toContainText('Completed')
  await expect(coachs.getByRole('button', { name: `Change the write-up: session with ${name}` })).toBeVisible()
  await coachs.goto('/coach-dashboard?section=profile')
  await expect(
    coachs
      .getByRole('region', { name: 'Your drills' })
      .getByLabel(/^Drill/)
      .last(),
  ).toHaveValue(task)
  await coachs.close()

  await page.goto('/sessions')
  await page.getByRole('link', { name: 'Read what DualShift wrote' }).click()
  const session = page.getByRole('listitem').filter({ hasText: 'Kick-offs are fine.' }).first()
  await expect(session).toContainText('Ten half-volleys a day.')
  const open = page.getByRole('region', { name: 'Open homework' })
  await expectAccessible(page)
  await open.getByRole('checkbox', { name: task }).press('Space')
  await expect(session.getByRole('checkbox', { name: task })).toBeChecked()
  await page.reload()
  await expect(session.getByRole('checkbox', { name: task })).toBeChecked()
  await expect(open).toHaveCount(0)

  await session.getByRole('button', { name: /^Same hour next week: / }).click()
  // The session began at no full hour, so the nearest ones are offered, but where that hour is one of them.
  const proceed = page.getByRole('dialog').getByRole('button', { name: /^Proceed/ })
  const nearest = session.getByRole('alert').getByRole('button').first()
  await expect(proceed.or(nearest)).toBeVisible()
  if (await nearest.isVisible()) await nearest.click()
  await expect(proceed).toBeEnabled()
  await expectAccessible(page)
})
