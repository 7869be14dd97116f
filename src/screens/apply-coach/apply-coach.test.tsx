import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import ApplyCoach from './apply-coach.tsx'

const html = renderToStaticMarkup(
  <QueryClientProvider client={new QueryClient()}>
    <Router ssrPath="/apply-coach">
      <ApplyCoach />
    </Router>
  </QueryClientProvider>,
)

test('the form has three sections, ten fields of which three are optional, and says how long a review takes', () => {
  expect(html).toContain('Coach Application Form')
  const legends = [...html.matchAll(/<legend[^>]*>([^<]+)</g)].map(([, legend]) => legend)
  expect(legends).toEqual(['Personal Information', 'Gaming Expertise', 'Game expertise', 'Coaching Experience'])
  const labels = [...html.matchAll(/<label for[^>]*>(.+?)<\/label>/g)].map(([, label]) =>
    label!.replace(/<[^>]+>/g, ''),
  )
  expect(labels).toEqual([
    'Full name',
    'Email',
    'Phone (optional)',
    'Discord username (optional)',
    'Current rank',
    'Portfolio links (optional)',
    'Coaching experience',
    'Why do you want to coach?',
    'Availability',
  ])
  expect(html).toMatch(/<input[^>]*type="email"/)
  const games = [...html.matchAll(/type="radio"[^>]*\/>([^<]+)</g)].map(([, game]) => game)
  expect(games).toEqual(['Rocket League', 'Fortnite', 'Both'])
  expect(html).toContain('The review takes 3-5 business days.')
  expect(html).toContain('Our team may text you about your application. Reply STOP any time.')
})

test('the page says that coaches earn a share of their sessions, agreed before the first', () => {
  expect(html).toContain('A share of each session you hold, agreed with you before your first one.')
})
