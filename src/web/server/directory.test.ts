import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { listPublicPaths, narrowedPathOf, render } from './entry-server.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (let i = 1; i <= 25; i++)
    await aCoach(app.deps, {
      name: `Grown ${i}`,
      // The last one is recommended by many, the first one by nobody yet.
      ...(i === 25 ? { averageRating: '4.90', ratingCount: 30 } : i > 1 && { averageRating: '4.10', ratingCount: 2 }),
    })
})
afterAll(() => app.close())

const get = async (url: string) => (await app.app.http.inject(url)).json()

/** The names on the cards of a page, as its HTML says it without scripts, and where its links lead. */
async function cardsOf(path: string) {
  const { app: html, head } = await render(path, get, 'https://levelup.example')
  const links = [...html.matchAll(/<a [^>]*href="(\/coaches[^"]*)"[^>]*>(?:<span[^>]*>)?([^<]+)</g)]
  const texts = links.map(([, href, text]) => ({ href, text: text! }))
  return {
    names: texts.filter(({ text }) => text.startsWith('Grown')).map(({ text }) => text),
    html,
    head,
    ways: texts.filter(({ text }) => /^(Show more coaches|Coaches before these)$/.test(text)),
  }
}

test('without scripts the directory has 24 coaches on a page, best rated first and new ones among them, and links to the others', async () => {
  const first = await cardsOf('/coaches')
  expect(first.names).toHaveLength(24)
  expect(first.names.slice(0, 3)).toEqual(['Grown 25', 'Grown 1', 'Grown 2'])
  expect(first.html).toContain('Best rated by most players first, new coaches mixed in. Nobody pays for a place.')
  expect(first.ways).toEqual([{ href: '/coaches?page=2', text: 'Show more coaches' }])
  const last = await cardsOf('/coaches?page=2')
  expect(last.names).toEqual(['Grown 24'])
  expect(last.ways).toEqual([{ href: '/coaches', text: 'Coaches before these' }])
  expect((await listPublicPaths(get)).filter((path) => /^\/coaches(\?|$)/.test(path))).toEqual([
    '/coaches',
    '/coaches?page=2',
  ])
})

test('of a shared address the server draws the coaches who suit, counted among all', async () => {
  const path = narrowedPathOf('/coaches', 'q=grown+1&utm_source=chat&more=9999')!
  expect(path).toBe('/coaches?q=grown+1')
  const { names, html, head, ways } = await cardsOf(path)
  expect(names).toEqual(['Grown 1', ...Array.from({ length: 10 }, (_, i) => `Grown ${i + 10}`), 'Grown 21'])
  expect(html).toContain('12 of 25 coaches')
  expect(html).toContain('value="grown 1"')
  expect(ways).toEqual([])
  const none = await cardsOf(narrowedPathOf('/coaches', 'q=grown+1&language=ja')!)
  expect(none.html.replace(/<[^>]+>/g, '')).toContain('No coach fits all of that')
  expect(none.html, 'an empty list has no order').not.toContain('Nobody pays for a place.')
  // To search engines it is the list.
  expect(head).toContain('rel="canonical" href="https://levelup.example/coaches"')
  expect(narrowedPathOf('/coaches', 'page=2')).toBeNull()
  expect(narrowedPathOf('/stories', 'q=grown')).toBeNull()
})

test('hours are the browser’s to look for: the server says that they are still to come', async () => {
  const { html } = await cardsOf(narrowedPathOf('/coaches', 'game=fortnite&free=evening')!)
  expect(html).toContain('Looking for free hours')
})
