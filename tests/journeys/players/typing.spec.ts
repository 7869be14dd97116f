import { chooseFreeHour, openPackage, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { hydrated } from '../hydrated.ts'

/** How browsers and keyboards put text into fields that our own tests never do. */

test('a form that the browser filled in, telling the page of no field, is sent as it stands', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await callsTo(baseURL!).signUp()
  await page.goto('/login?next=/sessions')
  await hydrated(page)
  await page.locator('form').evaluate(
    (form: HTMLFormElement, filled) => {
      for (const [name, text] of Object.entries(filled)) {
        const control = form.elements.namedItem(name) as HTMLInputElement
        control.value = text
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    },
    { email, password },
  )
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/sessions')
})

test('Enter that only confirms a Japanese word sends nothing, and what is too long stays whole', async ({
  page,
  baseURL,
}) => {
  const outside = callsTo(baseURL!)
  const { token } = await signUp(page)
  const bookingId = await outside.book(token, 'VexFlip')
  await page.goto(`/sessions?thread=${bookingId}`)
  const dialog = page.getByRole('dialog', { name: 'Chat with VexFlip' })
  const field = dialog.getByLabel('Your message')
  await field.fill('よろしく')
  // As Safari tells it: the word is over, and only the key's number says what the key was for.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true })
  await expect(field).toHaveValue('よろしく')
  await expect(dialog.getByRole('article')).toHaveCount(0)

  const long = 'a'.repeat(4_500)
  await field.fill(long)
  await expect(dialog.getByText('500 characters too many. Nothing was cut.')).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue(long)
  await expect(dialog.getByRole('article')).toHaveCount(0)
  await expectAccessible(page)
  await field.fill('よろしく')
  await field.press('Enter')
  await expect(dialog.getByRole('article')).toContainText('よろしく')
  await page.keyboard.press('Escape')

  await page.goto('/')
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  const name = page.getByRole('dialog').getByLabel('Full name')
  await name.fill('b'.repeat(90))
  await expect(name).toHaveAccessibleDescription('10 characters too many. Nothing was cut.')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('b'.repeat(90))
})
