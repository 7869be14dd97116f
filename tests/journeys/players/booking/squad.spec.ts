import { cards, chooseFreeHour, pay, proceed } from '../../book.ts'
import { expect, signUp, test } from '../../fixtures.ts'
import { aCoachOfOwn } from '../../own-coach.ts'

test('a player with a group seat copies a link, with which a friend has the next seat of that hour in one press', async ({
  page,
  browser,
  baseURL,
}) => {
  const { coachId } = await aCoachOfOwn(baseURL!)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  // The site hears of a coach who came by no call a little later.
  await expect.poll(async () => (await page.request.get(`/coaches/${coachId}`)).status()).toBe(200)
  await page.goto(`/coaches/${coachId}`)
  await page.getByRole('button', { name: 'Book Group Session' }).click()
  const hour = await chooseFreeHour(page)
  await expect(page.getByText('Nobody else has joined this hour yet.')).toBeVisible()
  await proceed(page)
  await expect(page.getByRole('dialog').getByText('Friends book theirs with the link you get.')).toBeVisible()
  await pay(page, cards.pays, '$20')
  await expect(page.getByText('Your seat is paid. Bring your squad?')).toBeVisible()
  await expect(page.getByText('3 seats left, $20 each.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy link for your squad' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/sessions')
  await expect(page.getByText('3 seats left, $20 each.')).toBeVisible()

  const friend = await browser.newPage()
  await signUp(friend)
  await friend.goto(link)
  const dialog = friend.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^Group Session/ })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: hour.time.replace('4 seats', '3 seats') })).toBeChecked()
  await expect(friend).toHaveURL(`/coaches/${coachId}`)
  await proceed(friend)
  await pay(friend, cards.pays, '$20')
  await expect(friend.getByText('2 seats left, $20 each.')).toBeVisible()

  await friend.goto(`${link.slice(0, link.indexOf('='))}=2026-01-05T09:00`)
  await expect(friend.getByText('This hour cannot be booked any more. Next:')).toBeVisible()
  await friend.close()
})
