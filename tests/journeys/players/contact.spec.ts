import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'

const contactForm = (page: Page) => page.getByRole('region', { name: 'Book a Session' })

test('what a visitor typed is still there after signing up, and reaches the owner', async ({ page }) => {
  await page.goto('/')
  const form = contactForm(page)
  await expect(form.getByText('Login required')).toBeVisible()
  await form.getByLabel('Game').selectOption('Fortnite')
  await form.getByLabel('Message').fill('My retakes are slow.\nWeekends, please.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Login to Book' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2F%23contact$/)
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL(/\/signup\?next=%2F%23contact$/)

  const tag = `Writer-${randomBytes(4).toString('hex')}`
  const email = `${tag.toLowerCase()}@e2e.test`
  await page.getByLabel('Full name').fill(tag)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/#contact')
  await expect(form).toBeInViewport()
  await expect(form.getByLabel('Name')).toHaveValue(tag)
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Game')).toHaveValue('fortnite')
  await expect(form.getByLabel('Message')).toHaveValue('My retakes are slow.\nWeekends, please.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
  await expect(
    page.getByText("We'll contact you within 24 hours to schedule your coaching session.", { exact: true }),
  ).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Email')).toHaveValue(email)

  // The receipt repeats nothing that was typed while the e-mail is not verified.
  const isOfThis = ({ to, subject, text }: { to: string; subject: string; text: string }) =>
    text.includes(tag) || (to === email && subject === 'We got your message')
  await expect
    .poll(async () => (await mails(page)).filter(isOfThis).map(({ to }) => to))
    .toEqual(expect.arrayContaining([email, 'owner@demo.test']))
})

test('the form says what is missing and works by keyboard alone', async ({ page }) => {
  await signUp(page, 'Keyboard Kid')
  const form = contactForm(page)
  await form.scrollIntoViewIfNeeded()
  await expect(form.getByLabel('Name')).toHaveValue('Keyboard Kid')
  await form.getByLabel('Email').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  for (const message of ['Please enter a valid email address', 'Please select a game', 'Please enter a message'])
    await expect(form.getByText(message)).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('kid@e2e.test')
  await expect(form.getByText('Please enter a valid email address')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Rocket')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gold I')
  await page.keyboard.press('Tab')
  await page.keyboard.type('How do I rotate?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
})

test('a message that could not be sent stays', { tag: '@edge' }, async ({ page, expectProblem }) => {
  expectProblem(/status of (429|500)|^500 /)
  await signUp(page)
  const form = contactForm(page)
  await form.getByLabel('Game').selectOption('Both Games')
  await form.getByLabel('Message').fill('Which game suits me?')
  const refusal = { status: 429, json: { message: 'Too many messages. Please wait a minute.' } }
  await page.route('**/api/contacts', (route) => route.fulfill(refusal))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Error sending message', { exact: true })).toBeVisible()
  await expect(page.getByText(refusal.json.message, { exact: true })).toBeVisible()
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: '' }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('Which game suits me?')
})

test('a session that ended meanwhile leads back to the form, by way of the login', { tag: '@edge' }, async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 401/)
  await signUp(page)
  const form = contactForm(page)
  await form.getByLabel('Game').selectOption('Both Games')
  await form.getByLabel('Message').fill('Am I still logged in?')
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/login?next=%2F%23contact')
})

test('whoever logs out leaves nothing in the form', { tag: '@edge' }, async ({ page, isMobile }) => {
  await signUp(page, 'First Player')
  const form = contactForm(page)
  await form.scrollIntoViewIfNeeded()
  await expect(form.getByLabel('Name')).toHaveValue('First Player')
  await form.getByLabel('Message').fill('Something I want to say')
  if (isMobile) await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Message')).toHaveValue('')
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Email')).toHaveValue('')
})

test('the way from a payment to support ends at the form', async ({ page }) => {
  await page.goto('/#contact')
  await expect(contactForm(page)).toBeInViewport()
})

async function mails(page: Page): Promise<{ to: string; subject: string; text: string }[]> {
  return (await page.request.get('/dev/outbox.json')).json()
}
