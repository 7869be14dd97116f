import { cards, chooseFreeHour, pay, proceed } from '../../book.ts'
import { callsTo } from '../../by-call.ts'
import { expect, signUp, test } from '../../fixtures.ts'
import { becomeCoach, setPublished } from '../../new-coach.ts'

test('a player with a group seat copies a link, with which a friend has the next seat of that hour in one press', async ({
  page,
  baseURL,
  openSecondPage,
}) => {
  test.slow()
  const outside = callsTo(baseURL!)
  // Of their own: at a demo coach's hour somebody may sit already.
  const coach = await becomeCoach(page, outside)
  const coachPage = `/coaches/${coach.slug}`
  await setPublished(page, outside, coach, true)
  try {
    const player = await openSecondPage()
    await player.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signUp(player)
    await player.goto(coachPage)
    await player.getByRole('button', { name: 'Book Group Session' }).click()
    const hour = await chooseFreeHour(player)
    await expect(player.getByText('Nobody else has joined this hour yet.')).toBeVisible()
    await proceed(player)
    await expect(player.getByRole('dialog').getByText('Friends book theirs with the link you get.')).toBeVisible()
    await pay(player, cards.pays, '$20')
    await expect(player.getByText('Your seat is paid. Bring your squad?')).toBeVisible()
    await expect(player.getByText('3 seats left, $20 each.')).toBeVisible()
    await player.getByRole('button', { name: 'Copy link for your squad' }).click()
    await expect(player.getByText('Link copied', { exact: true })).toBeVisible()
    const link = await player.evaluate(() => navigator.clipboard.readText())
    await player.goto('/sessions')
    await expect(player.getByText('3 seats left, $20 each.')).toBeVisible()

    const friend = await openSecondPage()
    await signUp(friend)
    await friend.goto(link)
    const dialog = friend.getByRole('dialog')
    await expect(dialog.getByRole('radio', { name: /^Group Session/ })).toBeChecked()
    await expect(dialog.getByRole('radio', { name: hour.time.replace('4 seats', '3 seats') })).toBeChecked()
    await expect(friend).toHaveURL(coachPage)
    await proceed(friend)
    await pay(friend, cards.pays, '$20')
    await expect(friend.getByText('2 seats left, $20 each.')).toBeVisible()

    await friend.goto(`${link.slice(0, link.indexOf('='))}=2026-01-05T09:00`)
    await expect(friend.getByText('This hour cannot be booked any more. Next:')).toBeVisible()
  } finally {
    await setPublished(page, outside, coach, false)
  }
})
