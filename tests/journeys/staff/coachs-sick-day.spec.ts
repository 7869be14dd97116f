import { showDollars } from '#src/shared/money.ts'
import { letters } from '#tests/support/letters.ts'
import { basic } from '../../support/prices.ts'
import { chooseFreeHour, logInAsOwner } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { aCoachOfOwn } from '../own-coach.ts'
import { inThreePresses } from '../staff.ts'

test.skip(!process.env.E2E_DATA_DIR, 'it wants coaches whom nobody else books')

test('a coach’s sick day: money back, one handed over, one moved, one cancelled, the rest called off, and the books agree', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const outside = callsTo(baseURL!)
  const [coach, second] = [await aCoachOfOwn(baseURL!), await aCoachOfOwn(baseURL!)]
  const names = ['Ann', 'Ben', 'Cid', 'Dee'].map((name) => `${name}${letters()}`)
  const [ann, ben, cid, dee] = names as [string, string, string, string]
  // All on the first day that can be booked.
  for (const name of names) await outside.book((await outside.signUp(name)).token, coach.coachId, { days: 1 })

  await logInAsOwner(page)
  const day = page.getByRole('link', { name: `${coach.name}’s day` })
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = (name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^Choose LU-.*, ${name}$`) }).press('Space')
  const said = (title: string) => expect(page.getByText(title, { exact: true }).first()).toBeVisible()

  await inThreePresses(page, 'some money goes back to all of them', async (press) => {
    await expectAccessible(page)
    await press(day)
    await expect(page.getByRole('checkbox', { name: /^Choose LU-/ })).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Choose all shown' }).press('Space')
    await expectAccessible(page)
    expect(await page.evaluate(findLayoutFaults)).toEqual([])
    await press(button('Refund'))
    await expect(dialog.getByRole('list', { name: 'What happens' })).toContainText(basic.shown)
    await dialog.getByLabel('Amount for each, in dollars').fill('5')
    await expect(dialog.getByText('In allRefund $20')).toBeVisible()
    await dialog.getByLabel('Why?').fill('Your coach is ill.')
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Refund $20' }))
    await said('Refunded: 4 bookings')
    // The list says so by itself.
    for (const name of names)
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$5.00 refunded')
  })

  await inThreePresses(page, 'one is handed over', async (press) => {
    await press(day)
    await choose(ann)
    await press(button('Hand over'))
    await dialog.getByRole('combobox', { name: /^New coach for/ }).selectOption(`${second.name}, Rocket League`)
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Hand over' }))
    await said(`Handed over to ${second.name}`)
  })

  await inThreePresses(page, 'one is moved', async (press) => {
    await press(day)
    await choose(ben)
    await press(button('Move'))
    await chooseFreeHour(page, { daysAhead: 4 })
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Move session' }))
    await said('Session moved')
  })

  const rest = showDollars(basic.cents - 500)
  await inThreePresses(page, 'one is cancelled with all its money back', async (press) => {
    await press(day)
    await choose(cid)
    await press(button('Cancel and refund all'))
    await expect(dialog.getByRole('list', { name: 'What happens' })).toContainText(`Refund ${rest}`)
    await press(dialog.getByRole('button', { name: `Cancel 1 booking, refund ${rest}` }))
    await said('Cancelled: 1 booking')
  })

  await inThreePresses(page, 'the rest of the day is called off', async (press) => {
    await press(day)
    await press(button('Call off the day'))
    await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(`: ${dee}$`)])
    await dialog.getByRole('radio', { name: 'Ill' }).press('Space')
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Call off 1 session' }))
    await said('Called off: 1 player is choosing now.')
    await expect(button('Call off the day')).toHaveCount(0)
  })

  await page.goto('/owner?tab=money')
  const payments = page.getByRole('table', { name: 'The day’s payments' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).first().click()
    for (const name of names) {
      const row = payments.getByRole('row').filter({ hasText: name })
      await expect(row.getByRole('cell')).toHaveText(
        [...Array(2).fill(basic.shown), ...Array(2).fill(name === cid ? basic.shown : '$5'), 'agrees'],
        { timeout: 5_000 },
      )
    }
  }).toPass()
})
