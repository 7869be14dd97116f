import { expect, test } from 'vitest'
import { priceRange } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { directoryQuery } from '#src/features/coaches/web/directory/directory-query.ts'
import { coachHead } from '#src/screens/coaches/coach-head.ts'
import { toDecimal } from '#src/shared/money.ts'
import { headHtml, headOf, listedPaths } from './head.ts'
import { findPage, pages } from './pages.tsx'
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
  languages: [],
}

function source(slug: string) {
  const client = createQueryClient(async () => null)
  client.setQueryData(['/api/coaches', 'of', slug], { coach: slug === coach.slug ? coach : null, others: [] })
  return { params: { slug }, client, baseUrl }
}

function factsIn(html: string): { '@type': string; [name: string]: unknown }[] {
  const [, json] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html)!
  return JSON.parse(json!)['@graph']
}

/** Every page, its title, and what search engines are told: to list it, that it is a way in, or to leave it out. */
const heads: [path: string, title: string, kind: 'listed' | 'entrance' | 'hidden'][] = [
  ['/', 'Level Up: Rocket League and Fortnite coaching', 'listed'],
  ['/coaches', 'Rocket League and Fortnite Coaches | Level Up', 'listed'],
  ['/coaches/evil', 'Evil&#60;/script&#62;&#60;b&#62;&#34;, Fortnite coach (Unreal) | Level Up', 'listed'],
  ['/login', 'Login | Level Up', 'entrance'],
  ['/forgot-password', 'Forgot Password | Level Up', 'hidden'],
  ['/account', 'Account | Level Up', 'hidden'],
  ['/signup', 'Sign Up | Level Up', 'entrance'],
  ['/payment-success', 'Payment | Level Up', 'hidden'],
  ['/sessions', 'My Sessions | Level Up', 'hidden'],
  ['/sessions/018f', 'Session | Level Up', 'hidden'],
  ['/progress', 'Progress | Level Up', 'hidden'],
  ['/choose', 'Choose | Level Up', 'hidden'],
  ['/coach-dashboard', 'Coach Dashboard | Level Up', 'hidden'],
  ['/receipt', 'Receipt | Level Up', 'hidden'],
  ['/mail-preferences', 'Mails You Get | Level Up', 'hidden'],
  ['/owner/insights', 'Insights | Level Up', 'hidden'],
  ['/today', 'Today | Level Up', 'hidden'],
  ['/people/018f', 'Person | Level Up', 'hidden'],
  ['/owner', 'Owner Dashboard | Level Up', 'hidden'],
  ['/admin-deliveries', 'Deliveries | Level Up', 'hidden'],
  ['/admin', 'Admin | Level Up', 'hidden'],
  ['/admin-sms', 'Applications &#38; SMS | Level Up', 'hidden'],
  ['/admin-booking', 'Create Free Booking | Level Up', 'hidden'],
  ['/about', 'How it works | Level Up', 'listed'],
  ['/stories', 'Success Stories | Level Up', 'listed'],
  ['/terms', 'Terms | Level Up', 'listed'],
  ['/privacy', 'Privacy | Level Up', 'listed'],
  ['/imprint', 'Imprint | Level Up', 'listed'],
  ['/withdraw', 'Withdraw | Level Up', 'entrance'],
  ['/apply-coach', 'Apply as a Coach | Level Up', 'listed'],
  ['/applicant-chat', 'Applicant Chat | Level Up', 'hidden'],
  ['/nowhere', 'Page Not Found | Level Up', 'hidden'],
]

test.each(heads)('the head of %s says %s and is %s', (path, title, kind) => {
  const { page, params } = findPage(path)
  const html = headHtml(headOf(page, { ...source('evil'), params })!, path, baseUrl)
  expect(html).toContain(`<title>${title}</title>`)
  expect(listedPaths.includes(path) || page.path.startsWith('/coaches/')).toBe(kind === 'listed')
  if (kind === 'hidden') {
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/canonical|og:|ld\+json/)
    return
  }
  expect(html).not.toContain('noindex')
  const [, description] = /<meta name="description" content="([^"]+)">/.exec(html)!
  expect(description!.length).toBeLessThanOrEqual(160)
  const [type, picture] = path.startsWith('/coaches/') ? ['profile', 'coaches/evil'] : ['website', 'site']
  for (const tag of [
    `<link rel="canonical" href="${baseUrl}${path}">`,
    `<meta property="og:type" content="${type}">`,
    '<meta property="og:locale" content="en_US">',
    `<meta property="og:image" content="${baseUrl}/og/${picture}.png">`,
  ])
    expect(html).toContain(tag)
  expect(html).not.toContain(`<meta property="og:image:alt" content="${title}">`)
})

test('the table of heads has every page', () => {
  expect(heads.map(([path]) => findPage(path).page.path).sort()).toEqual(pages.map(({ path }) => path).sort())
})

test('a coach is told to machines as a person who gives a service, without stars, and no name can break out of it', () => {
  const html = headHtml(coachHead(source('evil'))!, '/coaches/evil', baseUrl)
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('Rating')
  const facts = factsIn(html)
  const { lowest, highest, count } = priceRange()
  expect(facts.map((each) => each['@type'])).toEqual(['ProfilePage', 'Person', 'Service', 'BreadcrumbList'])
  expect(facts[2]).toMatchObject({
    offers: { lowPrice: toDecimal(lowest), highPrice: toDecimal(highest), offerCount: count },
  })
  expect(JSON.stringify(facts[3])).not.toContain('#')
})

test('a further page of the directory is a page of its own, and says whom it lists', () => {
  const client = createQueryClient(async () => null)
  client.setQueryData(directoryQuery().queryKey, {
    asked: '?page=2',
    total: 25,
    found: 25,
    coaches: [{ slug: 'evil' } as Coach],
    tags: [],
    languages: [],
  })
  const { page } = findPage('/coaches')
  const html = headHtml(headOf(page, { params: { page: '2' }, client, baseUrl })!, '/coaches?page=2', baseUrl)
  expect(html).toContain('<title>Rocket League and Fortnite Coaches, page 2 | Level Up</title>')
  expect(html).toContain(`<link rel="canonical" href="${baseUrl}/coaches?page=2">`)
  const [list, breadcrumb] = factsIn(html)
  expect(list).toMatchObject({
    url: `${baseUrl}/coaches?page=2`,
    mainEntity: { itemListElement: [{ position: 1, url: `${baseUrl}/coaches/evil` }] },
  })
  expect(breadcrumb).toMatchObject({ itemListElement: [{ name: 'Home' }, { item: `${baseUrl}/coaches` }] })
})

test('the business has a square logo and a way to reach it', () => {
  const { page } = findPage('/')
  const [business] = factsIn(headHtml(headOf(page, source(''))!, '/', baseUrl))
  expect(business).toMatchObject({
    '@type': 'Organization',
    logo: { url: `${baseUrl}/icon-512.png`, width: 512, height: 512 },
    contactPoint: { '@type': 'ContactPoint', url: `${baseUrl}/#contact` },
  })
})

test('a coach who does not exist has no head, one who is not loaded a plain one that is not hidden', () => {
  expect(coachHead(source('nobody'))).toBeNull()
  const client = createQueryClient(async () => null)
  const head = coachHead({ params: { slug: 'evil' }, client, baseUrl })!
  expect(headHtml(head, '/coaches/evil', baseUrl)).toMatch(/^<title>Coach \| Level Up<\/title>(?!.*noindex)/)
})

test('browsers colour their bar as the page, previews of links get our lime', () => {
  const html = headHtml({ title: '-', picture: { path: '', alt: '' }, facts: [] }, '/', baseUrl)
  const colours = [...html.matchAll(/theme-color"(?: media="(\w+)")? content="(#\w+)"/g)].map(([, ...each]) => each)
  expect(colours.find(([media]) => media !== 'print')).toEqual(['screen', '#0c0f15'])
  expect([colours[0]![1], colours.at(-1)![1]]).toEqual(['#c8f135', '#c8f135'])
})
