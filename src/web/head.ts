import { coachHead } from '#src/pages/coach/coach-head.ts'
import { homeFacts } from '#src/pages/home/home-facts.ts'
import type { HeadSource, PageHead } from '#src/pages/page-head.ts'
import type { Page } from './pages.tsx'

/** What search engines say of a page, by its path; pages they have no business with are left out. Browsers need none of it. */
const descriptions: Record<string, string> = {
  '/': 'One-to-one Rocket League and Fortnite coaching. Pick a coach, pick an hour, climb the ranks.',
  '/about': 'Pick a coach, pick an hour, meet on Discord, climb: how Level Up coaching works.',
  '/stories':
    'How players climbed with Level Up: where they stood, where they stand now, and what happened in between.',
  '/terms': 'Prices, cancelling, moving a session and the satisfaction guarantee, in plain words.',
  '/privacy': 'What Level Up keeps about you, who sees it, and how to get it deleted.',
  '/apply-coach':
    'Coach Rocket League or Fortnite at Level Up: your hours, paid before you play. Apply in ten minutes.',
}

/** The paths of the pages that search engines may list, but those of a coach each. */
export const describedPaths = Object.keys(descriptions)

/** Pages that say more than their row in the table. Null: the data has no such page. */
const heads: Record<string, (source: HeadSource) => PageHead | null> = {
  '/coaches/:slug': coachHead,
}

const facts: Record<string, (baseUrl: string) => object[]> = { '/': homeFacts }

/** The head of a page, from its row and its data; null when the data has no such page. */
export function headOf(page: Page, source: HeadSource): PageHead | null {
  const ownHead = heads[page.path]
  if (ownHead) return ownHead(source)
  return {
    title: typeof page.title === 'string' ? page.title : page.title(source.params, source.client),
    description: descriptions[page.path],
    picture: '/og/site.png',
    facts: facts[page.path]?.(source.baseUrl) ?? [],
  }
}

/** The head as HTML. `path` is the page's own address, which all spellings of it share. */
export function headHtml({ title, description, picture, facts }: PageHead, path: string, baseUrl: string): string {
  const start = `<title>${escapeHtml(title)}</title>`
  if (!description) return start
  const meta = (attribute: 'name' | 'property', values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(value)}">`)
  const url = baseUrl + path
  return [
    start,
    ...meta('name', { description }),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': 'Level Up',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': baseUrl + picture,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
    }),
    // Title, description and picture are taken from the properties above.
    ...meta('name', { 'twitter:card': 'summary_large_image' }),
    ...facts.map((fact) => `<script type="application/ld+json">${scriptJson(fact)}</script>`),
  ].join('')
}

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
