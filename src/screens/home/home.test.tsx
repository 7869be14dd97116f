import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { discountBadge, packages } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { lineUpQuery } from '#src/features/coaches/web/coaches-query.ts'
import { ContactForm } from '#src/features/contacts/web/contact-form.tsx'
import type { FeaturedStory } from '#src/features/stories/contract.ts'
import { featuredStoriesQuery } from '#src/features/stories/web/stories-query.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import { SiteFooter } from '#src/shell/site-footer.tsx'
import { SiteHeader } from '#src/shell/site-header.tsx'
import UserEntries from '#src/shell/site-user-entries.tsx'
import CoachBanner from './coach-banner.tsx'
import Coaches from './coaches.tsx'
import Faq from './faq.tsx'
import Stories from './featured-stories.tsx'
import { Hero } from './hero/hero.tsx'
import Pricing from './pricing.tsx'
import Services from './services.tsx'
import Testimonials from './testimonials.tsx'

// What the landing page shows (SCREEN-2), as the server sends it to a visitor.

type Loaded = { queryKey: string[]; data: unknown }

/** The HTML of a section and its words. `loaded` stands in for what the API answered. */
function render(section: ReactNode, loaded: { coaches?: Coach[]; stories?: FeaturedStory[] } = {}, more?: Loaded) {
  const client = new QueryClient()
  if (more) client.setQueryData(more.queryKey, more.data)
  if (loaded.coaches)
    client.setQueryData(lineUpQuery.queryKey, { total: loaded.coaches.length, first: loaded.coaches.slice(0, 24) })
  if (loaded.stories) client.setQueryData(featuredStoriesQuery.queryKey, loaded.stories)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">{section}</Router>
    </QueryClientProvider>,
  )
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return { html, text, count: (part: string) => html.split(part).length - 1 }
}

test('the first screen makes the promise, its three claims and two ways on', () => {
  const { text, html } = render(<Hero />)
  for (const words of ['Level Up Your Game', '500+ students trained', '95% rank improvement', '24/7 support'])
    expect(text).toContain(words)
  expect(html).toMatch(/<a href="#contact"[^>]*>Start Coaching Now</)
  expect(html).toMatch(/<button[^>]*><span[^>]*>View Demo Session</)
})

test('visitors see the six sections, Login and Sign Up in the header', () => {
  const { html } = render(<SiteHeader />)
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href, label]) => [label, href])
  expect(links).toEqual([
    ['Skip to content', '#content'],
    ['Home', '/#home'],
    ['Services', '/#services'],
    ['Coaches', '/#coaches'],
    ['Pricing', '/#pricing'],
    ['Reviews', '/#testimonials'],
    ['Contact', '/#contact'],
    ['Login', '/login'],
    ['Sign Up', '/signup'],
  ])
})

const player = {
  id: '1',
  name: 'Rimshot',
  email: 'rimshot@else.test',
  isOwner: false,
  isAdmin: false,
  emailVerified: true,
}

test('somebody signed in is welcomed, with the rooms of their roles and Logout, in the bar and in the menu', () => {
  const isCoach = { queryKey: ['/api/coaches/check?email=rimshot%40else.test'], data: true }
  for (const inMenu of [false, true]) {
    const own = render(<UserEntries user={player} inMenu={inMenu} />)
    expect(own.text).toContain('Welcome, Rimshot')
    expect(own.html).toMatch(/<button[^>]*><span[^>]*>Logout</)
    expect(own.html).not.toMatch(/lucide-crown|owner|admin|coach-dashboard/)

    const all = render(<UserEntries user={{ ...player, isOwner: true, isAdmin: true }} inMenu={inMenu} />, {}, isCoach)
    expect(all.html).toMatch(/<a [^>]*href="\/owner"[^>]*><svg[^>]*lucide-crown.*?<\/svg>Dashboard</)
    expect(all.html).toMatch(/<a [^>]*href="\/admin-sms"[^>]*>SMS</)
    expect(all.html).toMatch(/<a [^>]*href="\/admin-booking"[^>]*>Free Booking</)
    expect(all.html).toMatch(/<a [^>]*href="\/coach-dashboard"[^>]*>Coach Dashboard</)
  }
})

test('the footer leads to /admin, the banner to the application', () => {
  expect(render(<SiteFooter />).html).toContain('href="/admin"')
  expect(render(<CoachBanner />).html).toContain('href="/apply-coach"')
})

test('each game has its card with four points and its button', () => {
  const { text, html } = render(<Services />)
  for (const words of [
    'Rocket League Advanced aerial mechanics Rotation and positioning strategy 1v1, 2v2 and 3v3 training Competitive mindset Start RL Coaching',
    'Fortnite Advanced building techniques Combat and positioning strategy End-game optimisation Solo, duo and squad strategies Start Fortnite Coaching',
  ])
    expect(text).toContain(words)
  expect(html.match(/href="#contact"/g)).toHaveLength(2)
})

test('coaches have their anchor and heading, and three skeletons while they load', () => {
  const { html, text, count } = render(<Coaches />)
  expect(html).toContain('id="coaches"')
  expect(text).toContain('elite coaches')
  expect(count('aspect-[16/10] rounded-none')).toBe(3)
  expect(render(<Coaches />, { coaches: [] }).text).toContain('The line-up is being drawn up')
})

test('of many coaches the first are shown and counted among all, with a way to more', () => {
  const coach = {
    gameExpertise: 'both',
    currentRank: 'Unreal',
    description: '',
    achievements: [],
    specialties: [],
  } as unknown as Coach
  const coaches = Array.from({ length: 25 }, (_, i) => ({ ...coach, id: `${i}`, slug: `${i}`, name: `Coach ${i}` }))
  const { text, count } = render(<Coaches />, { coaches })
  expect(text).toContain('24 of 25 coaches')
  expect(count('>Book Session<')).toBe(24)
  expect(text).toContain('Show more coaches')
  expect(render(<Coaches />, { coaches: coaches.slice(1) }).text).not.toContain('Show more coaches')
})

test('the packages show price, struck-through price, badge, hours, features and Book Now', () => {
  const { html, text, count } = render(<Pricing />)
  expect(html).toContain('id="pricing"')
  for (const [i, offer] of packages.entries()) {
    const title = ['Starter', 'Pro MOST POPULAR', 'Elite'][i]
    const prices = `${showDollars(offer.price)} compared with ${showDollars(offer.regularPrice)} ${discountBadge(offer)}`
    expect(text).toContain(`${title} ${prices} ${showDuration(offer.minutes)}`)
  }
  expect(count('MOST POPULAR')).toBe(1)
  expect([...html.matchAll(/<s>([^<]+)<\/s>/g)].map(([, price]) => price)).toEqual(
    packages.map((offer) => showDollars(offer.regularPrice)),
  )
  const features = [...html.matchAll(/<ul[^>]*>(.*?)<\/ul>/g)].map(([, list]) => list!.split('<li').length - 1)
  expect(features).toEqual([5, 6, 6])
  expect(count('>Book Now<')).toBe(3)
})

test('three players recommend us, each with tag, role, portrait, quote and five stars', () => {
  const { html, count } = render(<Testimonials />)
  expect(html).toContain('id="testimonials"')
  expect([count('<figure'), count('<blockquote'), count('<figcaption'), count('5 out of 5 stars')]).toEqual([
    3, 3, 3, 3,
  ])
  expect(count('lucide-star')).toBe(15)
  expect(count('viewBox="0 0 320 200"')).toBe(3)
})

const story: FeaturedStory = {
  id: '1',
  userName: 'Rimshot',
  coachName: 'VexFlip',
  game: 'both',
  beforeRank: 'Gold I',
  afterRank: 'Diamond II',
  story: 'It clicked.',
  sessionsCount: 1,
  createdAt: '2026-01-05T23:30:00.000Z',
}

test('stories are cards; a visitor has to log in to share one', () => {
  const { text, html } = render(<Stories />, { stories: [story] })
  expect(text).toContain(
    'Before Gold I After Diamond II It clicked. Rimshot Both Games 1 session with VexFlip Jan 5, 2026',
  )
  expect(html).toMatch(/<button[^>]* aria-disabled="true"[^>]*><span[^>]*>Login to Share Your Story</)
  expect(text).not.toContain('No Stories Yet')
  expect(render(<Stories />, { stories: [] }).text).toContain('No Stories Yet')
})

test('four questions are answered, the first is open', () => {
  const { text, count } = render(<Faq />)
  expect(count('<details')).toBe(4)
  expect(count('<details name="faq" open=""')).toBe(1)
  for (const words of [
    'How do the sessions work? You and your coach meet on Discord. You share your screen',
    'What skill levels do you coach? All of them',
    'Tell your coach your rank in the chat once you have booked.',
    'Can I switch between games? Yes.',
    '100% satisfaction guarantee. If your first session does not help, tell us within 7 days: you get a refund or a session with a different coach.',
  ])
    expect(text).toContain(words)
})

test('the contact form has five fields and asks a visitor to log in', () => {
  const { text, html } = render(<ContactForm here="/#contact-form" game={null} />)
  expect([...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'name',
    'email',
    'game',
    'currentRank',
    'message',
  ])
  expect(text).toContain('Login required Sign in or create an account')
  expect(html).toMatch(/href="\/login\?next=[^"]+"[^>]*>Sign in</)
  expect(html).toMatch(/href="\/signup\?next=[^"]+"[^>]*>create an account</)
  expect(html).toMatch(/<button type="submit"[^>]*><span[^>]*>Login to Book</)
  expect(text).toContain('Rocket League Fortnite Both Games')
})
