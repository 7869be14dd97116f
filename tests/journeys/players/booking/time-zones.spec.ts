import type { Locator } from '@playwright/test'
import { basic } from '../../../support/prices.ts'
import { cards, choicesOf, chooseFreeHour, chooseHour, openCoach, pay, proceed } from '../../book.ts'
import { sentTo } from '../../demo-admin.ts'
import { expect, expectAccessible, signUp, test } from '../../fixtures.ts'

test.describe('a player half the world away, on a narrow phone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  for (const width of [320, 390])
    test(`finds figures and hours in one piece at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      // One of the hours is the longest to write there: "Tue 12:30 AM".
      const broken = (locator: Locator) =>
        locator.evaluateAll((elements) =>
          elements
            .filter((element) => element.clientHeight > 1.8 * Number.parseFloat(getComputedStyle(element).lineHeight))
            .map((element) => element.textContent),
        )
      await page.goto('/coaches/apexorbit')
      const hours = page.getByRole('list', { name: /^Hours on/ }).locator('button > span')
      await hours.first().waitFor()
      expect(await broken(hours)).toEqual([])
      // However many ratings there are by now, the longest average there is.
      await page
        .getByText(/^[\d.]+\/5$/)
        .first()
        .evaluate((element) => {
          element.textContent = '4.86/5'
        })
      expect(await broken(page.getByRole('main').locator('dd'))).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

      await page.getByRole('button', { name: 'Book Session' }).click()
      await chooseFreeHour(page)
      // The chosen one is bold, and these are the longest.
      const long = page.getByRole('radio', { name: / 1[012]:00 [AP]M New York$/, disabled: false })
      await long.first().check()
      const times = page.getByRole('group', { name: /^Time/ }).locator('label > span')
      expect(await broken(times)).toEqual([])
      expect(await times.evaluateAll((all) => all.some((each) => each.scrollWidth > each.clientWidth + 8))).toBe(false)
    })
})

test.describe('a player in another time zone', () => {
  test.use({ timezoneId: 'America/Chicago' })

  test('sees both times of an hour, what the keyboard chooses, and another zone at a press', async ({ page }) => {
    await signUp(page)
    await page.goto('/')
    const dialog = await openCoach(page)
    await chooseHour(page, { date: (await choicesOf(page, /12 free$/)).at(-1)!, time: '8:00 AM 9:00 AM New York' })
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: '9:00 AM 10:00 AM New York' })).toBeChecked()
    await expect(dialog.getByText(/, 9:00 AM \(Chicago\) · 10:00 AM New York$/)).toBeVisible()
    await expect(dialog.getByText(/^until .*, 7:00 AM \(Chicago\)$/)).toBeVisible()

    await dialog.getByRole('button', { name: 'Change time zone' }).click()
    await dialog.getByLabel('Your time zone').selectOption({ label: 'Asia/Kolkata' })
    await expect(dialog.getByRole('radio', { name: /:30 PM 10:00 AM New York$/ })).toBeChecked()
    await expectAccessible(page)
    await proceed(page)
    await expect(dialog.getByText(/^\d:30 PM \(Kolkata\) · 10:00 AM New York$/)).toBeVisible()
    // It is kept for other browsers, mails and SMS.
    await page.evaluate(() => localStorage.removeItem('zone'))
    await page.goto('/account')
    const kept = page.getByLabel('Your time zone').getByRole('option', { selected: true })
    await expect(kept).toHaveText('Asia/Kolkata')
  })
})

test.describe('a player in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('reads the same own time from the card to the mail', { tag: '@gate' }, async ({ page }) => {
    const { email } = await signUp(page)
    await page.goto('/#coaches')
    await expect(page.getByText(/^Berlin time · .*New York$/).first()).toBeVisible()

    const dialog = await openCoach(page)
    const { time } = await chooseFreeHour(page)
    // Such as `Wed 2:00 AM 8:00 PM New York`: another day than the grid's is said.
    const [, own] = /(\d+:00 [AP]M) \d+:00 [AP]M New York$/.exec(time)!
    const summary = dialog.getByText(/^[A-Z][a-z]{2}, .* New York$/)
    const [, when] = /^(.*) \(Berlin\)/.exec(await summary.innerText())!
    expect(when).toContain(`, ${own}`)
    await proceed(page)
    const details = dialog.getByRole('region', { name: 'Session details' })
    await expect(details).toContainText(`Time${own} (Berlin) · `)
    await pay(page, cards.pays, basic.shown)
    const booked = page.getByRole('region', { name: 'Your booking' })
    await expect(booked).toContainText(`${own} (Berlin) · `)
    await page.goto('/sessions')
    await expect(page.getByText(when!, { exact: true })).toBeVisible()
    await expect(page.getByText('Berlin time', { exact: true })).toBeVisible()

    const mail = await sentTo(page, email, ({ text }) => text.includes('When: '))
    expect(mail.text).toContain(`When: ${when}`)
  })
})

test('a browser that cannot tell its zone shows the business’s, says so, and lets the player choose', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  const { token } = await signUp(page)
  await page.goto('/')
  const dialog = await openCoach(page)
  await expect(dialog.getByText('We cannot tell your time zone, so you see New York time.')).toBeVisible()
  await expectAccessible(page)
  // What nobody chose is not kept.
  const headers = { authorization: `Bearer ${token}` }
  const kept = async () => (await (await page.request.get('/api/account/profile', { headers })).json()).zone
  expect(await kept()).toBeNull()
  await dialog.getByRole('button', { name: 'Choose yours' }).click()
  await dialog.getByLabel('Your time zone').selectOption({ label: 'Europe/Berlin' })
  await chooseFreeHour(page)
  await expect.poll(kept).toBe('Europe/Berlin')
  await proceed(page)
  await pay(page, cards.pays, basic.shown)
  await expect(page.getByRole('region', { name: 'Your booking' })).toContainText('(Berlin) · ')
  for (const path of ['/sessions', '/account']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
  }
})
