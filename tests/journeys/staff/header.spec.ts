import { expect, setWidth, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { signUpAdmin } from '../staff.ts'

const promised = {
  'owner and admin': ['Dashboard', 'SMS', 'Free Booking'],
  'owner and coach': ['Dashboard', 'Coach Dashboard'],
}

for (const [who, labels] of Object.entries(promised))
  test(`the bar shows an ${who} what both roles are promised, before anything of ours`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'the menu of phones shows every room')
    if (who === 'owner and admin') await signUpAdmin(page, 'Two Roles', { isOwner: true })
    else {
      // The demo's owner coaches, too.
      await page.goto('/login')
      await page.getByLabel('Email').fill('owner@demo.test')
      await page.getByLabel('Password', { exact: true }).fill('levelup-demo')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/')
    }
    for (const width of [1280, 1440]) {
      await setWidth(page, width)
      const inBar = page.getByRole('banner').getByRole('navigation', { name: 'Your pages' }).getByRole('link')
      await expect(inBar).toHaveText(labels)
      await expect(inBar.last()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: /^Welcome, / })).toBeVisible()
      expect(await page.evaluate(findLayoutFaults)).toEqual([])
    }
  })
