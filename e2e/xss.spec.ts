import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { aUser } from '#src/demo/a-user.ts'
import { startFreshApp } from '#src/testing/fresh-app.ts'
import { openBooks } from '../drills/books.ts'
import { callsTo } from './by-call.ts'
import { expect, test } from './fixtures.ts'

/**
 * What people who look for holes write, in every field a person can fill: on every screen that shows it, it is a text
 * and nothing else. The fixtures fail on every console error, CSP violations among them. An app of its own: nobody else
 * has to live with these people.
 */
const name = `<img src=x onerror="__xss=1">`
const line = `"><svg onload="__xss=1">{{7*7}}`
const text = [
  `</script><script>__xss=1</script><iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `javascript:__xss=1 data:text/html,<script>__xss=1</script> https://evil.test/"onmouseover="__xss=1`,
  `\u202egnp.exe\u2066 \${7*7} ]]> <!-- &lt;b&gt; ' onfocus='__xss=1' autofocus`,
  name,
].join('\n')

type Reply = { id: string; slug: string; bookingId: string; coachId: string }

test('what people write is inert on every screen that shows it', async ({ page, openSecondPage, isMobile }) => {
  test.skip(isMobile, 'the texts are the same on phones')
  test.setTimeout(240_000)
  const app = await startFreshApp()
  const books = openBooks(app.dataDir)
  try {
    const people = await plant(app.url, books, page)
    const findings: string[] = []
    for (const [person, paths] of Object.entries(screensOf(people))) {
      const own = person === 'applicant' ? page : await openSecondPage()
      own.on('dialog', (dialog) => findings.push(`${own.url()}: a dialog says ${dialog.message()}`))
      if (people.tokens[person]) await enter(own, app.url, people.tokens[person])
      for (const path of paths) findings.push(...(await look(own, app.url, path)))
      // Pages that stay open would miss the app when it stops.
      await own.goto('about:blank')
    }
    findings.push(...(await lookAtMails(page, app.url)))
    const picture = await fetch(`${app.url}/og/coaches/${people.slug}.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(findings).toEqual([])
  } finally {
    await books.close()
    await app.stop()
  }
})

type People = Awaited<ReturnType<typeof plant>>

/** Writes hostile texts into everything, as the people who can. `page` becomes the applicant's browser. */
async function plant(url: string, books: ReturnType<typeof openBooks>, page: Page) {
  const outside = callsTo(url)
  async function ask(method: string, path: string, token: string, body: object): Promise<Reply> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const reply = await answer.text()
    expect(answer.status, `${method} ${path}: ${reply}`).toBe(200)
    return JSON.parse(reply) as Reply
  }
  const [player, coach, admin, owner] = [
    await aUser(books, { name }),
    await aUser(books, { name }),
    await aUser(books, { name, isAdmin: true }),
    await aUser(books, { name, isOwner: true }),
  ]

  const application = {
    applicantName: name,
    applicantEmail: 'evil-applicant@e2e.test',
    applicantPhone: '+12125550177',
    gameExpertise: 'rocket-league',
    currentRank: line,
    coachingExperience: text,
    whyCoach: text,
    availability: text,
    discordUsername: line,
    portfolioLinks: text,
  }
  const applied = await page.request.post(`${url}/api/coach-applications`, { data: application })
  expect(applied.status(), await applied.text()).toBe(200)
  const { id: coachApplicationId } = (await applied.json()) as Reply
  await page.request.post(`${url}/api/messages/send-applicant`, { data: { coachApplicationId, content: text } })
  await ask('POST', '/api/admin/send-internal-message', admin.token, { coachApplicationId, message: text })

  const own = await ask('POST', '/api/coach-applications', coach.token, { ...application, applicantEmail: coach.email })
  await ask('PATCH', `/api/coach-applications/${own.id}`, admin.token, { status: 'approved', adminNotes: text })
  const profile = await ask('PATCH', '/api/coach/profile', coach.token, {
    title: line,
    description: text,
    currentRank: line,
    achievements: [line, name],
    specialties: [line, name],
    availability: line,
    discordUsername: line,
    portfolioLinks: text,
  })
  await ask('PATCH', `/api/owner/coaches/${profile.id}`, owner.token, { isActive: true })

  const story = {
    coachName: name,
    game: 'rocket-league',
    beforeRank: line,
    afterRank: line,
    story: text,
    sessionsCount: 2,
  }
  await ask('POST', '/api/success-stories', player.token, story)
  const featured = await ask('POST', '/api/success-stories', player.token, story)
  await ask('POST', `/api/admin/success-stories/${featured.id}/feature`, owner.token, {})
  await ask('POST', '/api/contacts', player.token, {
    name,
    email: player.email,
    game: 'both',
    currentRank: line,
    message: text,
  })

  // One session to come, one that is over, rated and claimed, one whose rating waits.
  const [next, rated, pending] = [
    await outside.book(player.token, name),
    await outside.book(player.token, name),
    await outside.book(player.token, name),
  ]
  for (const content of [text, `https://evil.test/"onclick="__xss=1 http://evil.test/<svg/onload=__xss=1>`])
    await ask('POST', '/api/messages', player.token, { bookingId: next, content })
  await ask('POST', '/api/messages/send-coach-booking', coach.token, { bookingId: next, content: text })
  await ask('POST', `/api/admin/booking/${next}/message`, admin.token, { content: text })
  await ask('PUT', `/api/coach/players/${player.id}/note`, coach.token, { note: text })
  for (const [i, bookingId] of [rated, pending].entries()) {
    await books.db.execute(
      sql`update bookings set starts_at = now() - make_interval(hours => ${2 + 3 * (1 - i)}), ends_at = now() - make_interval(hours => ${1 + 3 * (1 - i)}) where id = ${bookingId}`,
    )
    await ask('POST', `/api/bookings/${bookingId}/complete`, coach.token, {})
    const rating = await ask('POST', '/api/ratings', player.token, { bookingId, rating: 5, review: text })
    expect(rating.bookingId).toBe(bookingId)
  }
  await ask('POST', `/api/bookings/${rated}/claim-guarantee`, player.token, { reason: text })
  const waiting = await outside.call<Reply[]>('GET', '/api/admin/ratings/pending', owner.token)
  const approved = waiting.find(({ bookingId }) => bookingId === rated)!
  await ask('POST', `/api/admin/ratings/${approved.id}/approve`, owner.token, {})

  await ask('POST', '/api/admin/create-booking', admin.token, {
    customerName: name,
    customerEmail: 'evil-customer@e2e.test',
    customerPhone: '+12125550178',
    coachName: name,
    ...(await freeHour(url, profile.id)),
  })
  await ask('POST', '/api/admin/send-sms', admin.token, { phone: '+12125550177', message: name })
  const deliveries = await outside.call<{ id: string; kind: string }[]>('GET', '/api/deliveries', admin.token)
  return {
    slug: profile.slug,
    next,
    coachApplicationId,
    /** One of each kind. */
    deliveryIds: [...new Map(deliveries.map(({ id, kind }) => [kind, id])).values()],
    tokens: { player: player.token, coach: coach.token, admin: admin.token, owner: owner.token } as Record<
      string,
      string
    >,
  }
}

/** What an admin may give away, and when. */
async function freeHour(url: string, coachId: string) {
  const outside = callsTo(url)
  type Free = { days: { hours: { date: string; time: string; state: string }[] }[] }
  const { days } = await outside.call<Free>('GET', `/api/free-hours?serviceId=1on1-basic&coachId=${coachId}`)
  const { date, time } = days.flatMap(({ hours }) => hours).findLast(({ state }) => state === 'free')!
  return { serviceName: 'Basic Rocket League Coaching', selectedDate: date, selectedTime: time }
}

/** Who looks at what: lists, and what opens from them. */
function screensOf({ slug, next, coachApplicationId, deliveryIds }: People): Record<string, string[]> {
  const ownerTabs = ['messages', 'contacts', 'ratings', 'stories', 'money', 'coaches', 'roles']
  return {
    nobody: ['/', `/coaches/${slug}`, '/dev/outbox'],
    applicant: ['/applicant-chat?email=evil-applicant%40e2e.test'],
    player: ['/sessions', `/sessions?thread=${next}`, '/account', `/receipt?booking=${next}`],
    coach: [
      ...['agenda', 'profile', 'application'].map((section) => `/coach-dashboard?section=${section}`),
      `/coach-dashboard?thread=${next}`,
    ],
    owner: [
      '/owner',
      ...ownerTabs.map((tab) => `/owner?tab=${tab}`),
      '/owner/insights',
      `/admin-deliveries?id=${deliveryIds[0]}`,
    ],
    admin: [
      ...['/admin', `/admin?booking=${next}`, '/admin-booking'],
      ...[`/admin-sms?booking=${next}`, `/admin-sms?application=${coachApplicationId}`],
      ...deliveryIds.map((id) => `/admin-deliveries?id=${id}`),
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

/** Opens a screen, waits until it shows one of the texts, and says what came alive there. */
async function look(page: Page, url: string, path: string): Promise<string[]> {
  await page.goto(url + path)
  const isShown = await page
    .waitForFunction(() => /<img src=x|"><svg onload|<\/script><script>/.test(document.body.innerText), null, {
      timeout: 8_000,
    })
    .catch(() => null)
  if (!isShown) return [`${path}: shows none of it`]
  await page.waitForLoadState('networkidle')
  const alive = await page.evaluate(alivePieces)
  return alive.map((piece) => `${path}: ${piece}`)
}

/** Every mail as its reader's program shows it. */
async function lookAtMails(page: Page, url: string): Promise<string[]> {
  const sent = await callsTo(url).call<{ id: number }[]>('GET', '/dev/outbox.json')
  const findings: string[] = []
  for (const { id } of sent) {
    const answer = await fetch(`${url}/dev/outbox/${id}.html`)
    if (!answer.ok) continue
    await page.setContent(await answer.text())
    findings.push(...(await page.evaluate(alivePieces)).map((piece) => `mail ${id}: ${piece}`))
  }
  expect(sent.length).toBeGreaterThan(5)
  return findings
}

/** Runs in the page: scripts that ran, elements that somebody's text made, and links that lead where they should not. */
function alivePieces(): string[] {
  const found: string[] = []
  if ('__xss' in window) found.push('a script ran')
  const handlers = '[onerror], [onload], [onclick], [onmouseover], [onfocus], [autofocus], iframe[srcdoc], img[src="x"]'
  for (const element of document.querySelectorAll(handlers)) found.push(element.outerHTML.slice(0, 200))
  for (const script of document.scripts) {
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
