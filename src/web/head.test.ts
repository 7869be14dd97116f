import { expect, test } from 'vitest'
import { coachHead } from '#src/pages/coach/coach-head.ts'
import { describedPaths, headHtml, headOf } from './head.ts'
import { findPage } from './pages.tsx'
import { createQueryClient } from './query-client.ts'

const baseUrl = 'https://levelup.example'
const coach = {
  id: '1',
  slug: 'evil',
  name: 'Evil</script><b>"',
  title: 'Coach',
  description: 'Calm & clear',
  gameExpertise: 'fortnite',
  currentRank: 'Unreal',
  averageRating: '4.50',
  achievements: [],
  specialties: [],
}

function source(slug: string, ratings = 0) {
  const client = createQueryClient(async () => null)
  client.setQueryData(['/api/coaches', 'of', slug], { coach: slug === coach.slug ? coach : null, others: [] })
  client.setQueryData([`/api/coaches/${slug}/ratings`], { total: ratings, ratings: [], next: null })
  return { params: { slug }, client, baseUrl }
}

test('a coach’s head names the page, its picture and the facts, and no name can break out of it', () => {
  const html = headHtml(coachHead(source('evil', 2))!, '/coaches/evil', baseUrl)
  expect(html).toContain('<link rel="canonical" href="https://levelup.example/coaches/evil">')
  expect(html).toContain('<meta property="og:image" content="https://levelup.example/og/coaches/evil.png">')
  expect(html).toContain('<title>Evil&#60;/script&#62;&#60;b&#62;&#34;, Coach | Level Up</title>')
  expect(html).not.toContain('<b>')
  const [, json] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html)!
  const types = JSON.parse(json!)['@graph'].map((each: Record<string, unknown>) => each['@type'])
  expect(types).toEqual(['ProfilePage', 'Person', 'Product', 'BreadcrumbList'])
  expect(json).toContain('"ratingCount":2')
})

test('without ratings no average is claimed', () => {
  expect(JSON.stringify(coachHead(source('evil')))).not.toContain('AggregateRating')
})

test('a coach who does not exist has no head, one who is not loaded a plain one', () => {
  expect(coachHead(source('nobody'))).toBeNull()
  const client = createQueryClient(async () => null)
  expect(coachHead({ params: { slug: 'evil' }, client, baseUrl })).toMatchObject({ title: 'Coach | Level Up' })
})

test('a page with a description is shown with the site’s picture, one without says its title only', () => {
  const client = createQueryClient(async () => null)
  const head = (path: string) => headHtml(headOf(findPage(path).page, { params: {}, client, baseUrl })!, path, baseUrl)
  expect(head('/')).toContain('content="https://levelup.example/og/site.png"')
  expect(head('/')).toContain('"@type":"Organization"')
  expect(head('/login')).toMatch(/^<title>[^<]+<\/title>$/)
})

test('what is described are pages of ours', () => {
  expect(describedPaths.map((path) => findPage(path).page.path)).toEqual(describedPaths)
})
