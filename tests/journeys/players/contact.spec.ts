import type { Page } from '@playwright/test'
import { letters } from '#tests/support/letters.ts'
import { callsTo } from '../by-call.ts'
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
  await expect(page).toHaveURL(/\/login\?next=%2F%23contact-form$/)
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL(/\/signup\?next=%2F%23contact-form$/)

  const tag = `Writer-${letters()}`
  const email = `${tag.toLowerCase()}@e2e.test`
  await page.getByLabel('Full name').fill(tag)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/#contact-form')
  await expect(form).toBeInViewport()
  await expect(form.getByLabel('Name')).toHaveValue(tag)
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Game')).toHaveValue('fortnite')
  await expect(form.getByLabel('Message')).toHaveValue('My retakes are slow.\nWeekends, please.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expectSaid(page, 'Message sent successfully!')
  await expectSaid(page, "We'll contact you within 24 hours to schedule your coaching session.")
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
  await page.goto('/')
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
  await expectSaid(page, 'Message sent successfully!')
  // The next message is another one.
  await form.getByLabel('Message').fill('And how do I shoot?')
  await expect(form.getByText('Message sent successfully!', { exact: true })).toBeHidden()
})

test('a message that could not be sent stays', async ({ page, expectProblem }) => {
  expectProblem(/status of (429|500)|^500 /)
  await signUp(page)
  await page.goto('/')
  const form = contactForm(page)
  await form.getByLabel('Game').selectOption('Both Games')
  await form.getByLabel('Message').fill('Which game suits me?')
  const refusal = { status: 429, json: { message: 'Too many messages. Please wait a minute.' } }
  await page.route('**/api/contacts', (route) => route.fulfill(refusal))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expectSaid(page, 'Error sending message')
  await expectSaid(page, refusal.json.message)
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: '' }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expectSaid(page, 'Please try again later.')
  await form.getByLabel('Message').fill('Which game suits me? I play both.')
  await expect(form.getByText('Error sending message', { exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('Which game suits me? I play both.')
})

test('a session that ended meanwhile leads back to the form, by way of the login', async ({ page, expectProblem }) => {
  expectProblem(/status of 401/)
  await signUp(page)
  await page.goto('/')
  const form = contactForm(page)
  await form.getByLabel('Game').selectOption('Both Games')
  await form.getByLabel('Message').fill('Am I still logged in?')
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/login?next=%2F%23contact-form')
})

test('logging out leaves nothing in the form', async ({ page, isMobile }) => {
  await signUp(page, 'First Player')
  await page.goto('/')
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

test('who asked reads our answer in My Sessions, and goes on there', async ({ page, baseURL }) => {
  const outside = callsTo(baseURL!)
  const { token, email, name } = await signUp(page)
  const inquiry = { name, email, game: 'both', message: 'Do you coach at six?' }
  const { id } = await outside.call<{ id: string }>('POST', '/api/contacts', token, inquiry)
  const owner = await outside.logIn('owner@demo.test')
  await outside.call('POST', `/api/contacts/${id}/messages`, owner, { content: 'On Sundays, yes.' })
  await page.goto('/sessions')
  const question = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
  await expect(question).toContainText('On Sundays, yes.')
  await expectAccessible(page)
  await question.getByRole('button', { name: /^Chat about your question .*, 1 new$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Your question to our team' })
  await expect(dialog.getByRole('log')).toContainText('Do you coach at six?')
  await dialog.getByRole('textbox').fill('Sunday it is.')
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog.getByRole('log')).toContainText('Sunday it is.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toContainText('You: Sunday it is.')
})

test('the way from a payment to support ends at the form', async ({ page }) => {
  await page.goto('/#contact-form')
  await expect(contactForm(page)).toBeInViewport()
})

/** Both in the toast and in the form, where it stays. */
async function expectSaid(page: Page, words: string) {
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()
  await expect(contactForm(page).getByText(words)).toBeVisible()
}

async function mails(page: Page): Promise<{ to: string; subject: string; text: string }[]> {
  return (await page.request.get('/dev/outbox.json')).json()
}
