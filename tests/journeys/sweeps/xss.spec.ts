import type { Page } from '@playwright/test'
import { openBooks } from '#tools/drills/books.ts'
import { startFreshApp } from '../../support/fresh-app.ts'
import { pro } from '../../support/prices.ts'
import { cards, chooseFreeHour, openPackage, pay, proceed } from '../book.ts'
import { callsTo } from '../by-call.ts'
import { expect, test } from '../fixtures.ts'
import { type HostilePeople, name, plantHostilePeople } from '../hostile-people.ts'

/**
 * What people who look for holes write, in every field a person can fill: on every screen that shows it, it is a text
 * and nothing else. The fixtures fail on every console error, CSP violations among them. An app of its own: nobody else
 * has to live with these people.
 */

/** A screen, and what opens from it: each step is looked at, too. */
type Screen = string | { path: string; steps: ((page: Page) => Promise<unknown>)[] }

test('what people write is inert on every screen that shows it', async ({ page, openSecondPage, expectProblem }) => {
  // The card form measures itself.
  expectProblem(/Applying inline style violates/)
  const app = await startFreshApp()
  const books = openBooks(app.dataDir)
  try {
    const people = await plantHostilePeople(app.url, books, page)
    const everybody = Object.entries(screensOf(people)).map(async ([person, screens]) => {
      const findings: string[] = []
      const own = person === 'applicant' ? page : await openSecondPage()
      own.on('dialog', (dialog) => findings.push(`${own.url()}: a dialog says ${dialog.message()}`))
      own.setDefaultTimeout(15_000)
      if (people.tokens[person]) await enter(own, app.url, people.tokens[person])
      for (const screen of screens) findings.push(...(await look(own, app.url, screen)))
      if (person === 'nobody') findings.push(...(await lookAtMails(own, app.url)))
      // Pages that stay open would miss the app when it stops.
      await own.goto('about:blank')
      return findings
    })
    const picture = await fetch(`${app.url}/og/coaches/${people.slug}.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await Promise.all(everybody)).flat()).toEqual([])
  } finally {
    await books.close()
    await app.stop()
  }
})

/** Opens a dialog by the first button of that name. */
const open = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').last().waitFor()
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The screens of each role: lists, and what opens from them. */
function screensOf({
  slug,
  playerId,
  coachId,
  next,
  coachApplicationId,
  deliveryId,
}: HostilePeople): Record<string, Screen[]> {
  return {
    nobody: ['/', `/coaches/${slug}`, '/dev/outbox'],
    applicant: ['/applicant-chat?email=evil-applicant%40e2e.test'],
    player: [
      ...['/sessions', '/progress', `/sessions?thread=${next}`, '/account', `/receipt?booking=${next}`],
      // Left open, it would open again on the next page.
      { path: `/coaches/${slug}`, steps: [open(/^Book Session/), close] },
      { path: '/', steps: [checkOut, payByTestCard] },
    ],
    coach: [
      { path: '/coach-dashboard?section=agenda', steps: [open(/note about/i)] },
      ...['profile', 'application'].map((section) => `/coach-dashboard?section=${section}`),
      `/coach-dashboard?thread=${next}`,
    ],
    owner: [
      {
        path: '/owner',
        steps: [openCancelled, openHistory, close, open(/^Schedule/)],
      },
      ...['messages', 'contacts', 'roles', 'audit'].map((tab) => `/owner?tab=${tab}`),
      { path: '/owner?tab=money', steps: [open(/: claim of/)] },
      { path: '/owner?tab=ratings', steps: [open(/^Reject/)] },
      { path: '/owner?tab=stories', steps: [open(/^Reject/)] },
      { path: '/owner?tab=coaches', steps: [open(/^Edit <img/)] },
      ...['/owner/insights', `/people/${playerId}`],
    ],
    admin: [
      ...['/admin', `/admin?booking=${next}`],
      ...[`/admin-sms?booking=${next}`, `/admin-sms?application=${coachApplicationId}`],
      ...[`/admin-booking?coach=${coachId}`, `/admin-deliveries?id=${deliveryId}`],
    ],
  }
}

/** Signs the page's browser in, as logging in does: a cookie, and what the browser keeps. */
async function enter(page: Page, url: string, token: string) {
  const { user } = await callsTo(url).call<{ user: object }>('GET', '/api/auth/me', token)
  await page.context().addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  await page.goto(url)
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('auth_token', token!)
      localStorage.setItem('user', user!)
    },
    [token, JSON.stringify(user)],
  )
}

async function openCancelled(page: Page) {
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Cancelled' })
  await row.getByRole('button').first().click()
}

/** Says why the booking was cancelled. */
async function openHistory(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^History/).click()
  await expect(dialog.getByText(/__xss=1 data:text/)).toBeVisible()
}

/** From a package to the card, with a hostile name in the form. */
async function checkOut(page: Page) {
  await openPackage(page)
  await chooseFreeHour(page)
  await proceed(page)
  await expect(page.getByRole('dialog').getByLabel('Full name')).toHaveValue(name)
}

async function payByTestCard(page: Page) {
  await pay(page, cards.pays, pro.shown)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
}

/** Opens a screen, waits until it shows one of the texts, and says what came alive there, and after each of its steps. */
async function look(page: Page, url: string, screen: Screen): Promise<string[]> {
  const { path, steps } = typeof screen === 'string' ? { path: screen, steps: [] } : screen
  await page.goto(url + path)
  const isShown = await page
    .waitForFunction(() => /<img src=x|"><svg onload|<\/script><script>/.test(document.body.innerText), null, {
      timeout: 60_000,
    })
    .catch(() => null)
  if (!isShown) return [`${path}: shows none of it`]
  const own = await ownScript(url)
  const findings = await page.evaluate(alivePieces, own)
  for (const step of steps) {
    await step(page)
    findings.push(...(await page.evaluate(alivePieces, own)))
  }
  return findings.map((piece) => `${path}: ${piece}`)
}

/** Every mail as its reader's program shows it. */
async function lookAtMails(page: Page, url: string): Promise<string[]> {
  const sent = await callsTo(url).call<{ id: number }[]>('GET', '/dev/outbox.json')
  const findings: string[] = []
  for (const { id } of sent) {
    const answer = await fetch(`${url}/dev/outbox/${id}.html`)
    if (!answer.ok) continue
    await page.setContent(await answer.text())
    findings.push(...(await page.evaluate(alivePieces, null)).map((piece) => `mail ${id}: ${piece}`))
  }
  expect(sent.length).toBeGreaterThan(5)
  return findings
}

/** The one script that stands in our HTML (`in-html.ts`), where nobody has written anything. */
async function ownScript(url: string): Promise<string> {
  const html = await (await fetch(`${url}/about`)).text()
  return /<script>(.*?)<\/script>/s.exec(html)![1]!
}

/**
 * Runs in the page: scripts that ran, elements that somebody's text made, and links that lead where they should not. `own`: the
 * inline script that is ours.
 */
function alivePieces(own: string | null): string[] {
  const found: string[] = []
  if ('__xss' in window) found.push('a script ran')
  const handlers = '[onerror], [onload], [onclick], [onmouseover], [onfocus], [autofocus], iframe[srcdoc], img[src="x"]'
  for (const element of document.querySelectorAll(handlers)) found.push(element.outerHTML.slice(0, 200))
  for (const script of document.scripts) {
    if (script.text === own) continue
    if (!script.src && !/json/.test(script.type)) found.push(`an inline script: ${script.text.slice(0, 80)}`)
    else if (!script.src) JSON.parse(script.text)
  }
  for (const link of document.querySelectorAll('a')) {
    if (!/^(https?|mailto|tel):$/.test(link.protocol)) found.push(`a link to ${link.getAttribute('href')}`)
    const isElsewhere = link.hostname.endsWith('evil.test')
    const vouchesNot = ['noopener', 'nofollow', 'ugc'].every((word) => link.relList.contains(word))
    if (isElsewhere && !vouchesNot && !document.title.includes('Outbox'))
      found.push(`a link that vouches: ${link.outerHTML}`)
  }
  return found
}
