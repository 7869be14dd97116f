import { expect, logIn, setWidth, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { signUpAdmin } from '../staff.ts'

const promised = {
  'owner and admin': ['Dashboard', 'SMS', 'Free Booking'],
  'owner, admin and coach': ['Dashboard', 'SMS', 'Free Booking', 'Coach Dashboard'],
  'owner and coach': ['Dashboard', 'Coach Dashboard'],
}

for (const [who, labels] of Object.entries(promised))
  test(`the bar shows an ${who} what all roles are promised, before anything of ours`, async ({ page }) => {
    if (who === 'owner, admin and coach')
      await page.route('**/api/coaches/check*', (route) => route.fulfill({ json: true }))
    // The demo's owner coaches, too.
    if (who === 'owner and coach') await logIn(page, 'owner@demo.test', '/')
    else {
      await signUpAdmin(page, 'Two Roles', { isOwner: true })
      await page.goto('/')
    }
    for (const width of [1280, 1440]) {
      await setWidth(page, width)
      const inBar = page.getByRole('banner').getByRole('navigation', { name: 'Your pages' }).getByRole('link')
      // Behind a label there may be a count of unread messages.
      await expect(inBar).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
      await expect(inBar.last()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: /^Welcome, / })).toBeVisible()
      expect(await page.evaluate(findLayoutFaults)).toEqual([])
    }
  })
