import { coachHead } from '#src/screens/coaches/coach-head.ts'
import { directoryFacts } from '#src/screens/coaches/directory/directory-facts.ts'
import { homeFacts } from '#src/screens/home/home-facts.ts'
import { gameNames, playedGames } from '#src/shared/games.ts'
import { type HeadSource, type PageHead, sitePicture } from '#src/shell/page-head.ts'
import type { Page } from './pages.tsx'

/** What search engines show of a page, by its path. Browsers do not need it. */
const listed: Record<string, string> = {
  '/': `One-to-one ${gameNames()} coaching. Pick a coach, pick an hour, climb the ranks.`,
  '/coaches': `Find your ${gameNames(playedGames, 'or')} coach: by specialty, rank, language and the hours you have time.`,
  '/about': 'Pick a coach, pick an hour, meet on Discord, climb: how Level Up coaching works.',
  '/stories':
    'How players climbed with Level Up: where they stood, where they stand now, and what happened in between.',
  '/terms': 'Prices, cancelling, moving a session and the satisfaction guarantee, in plain words.',
  '/privacy': 'What Level Up keeps about you, who sees it, and how to get it deleted.',
  '/imprint': 'Who runs Level Up and sells its coaching: name, address and e-mail.',
  '/apply-coach': `Coach ${gameNames(playedGames, 'or')} at Level Up: your hours, paid before you play. Apply in ten minutes.`,
}

/** The ways in: people look for them, but the sitemap is about content. */
const entrances: Record<string, string> = {
  '/login': 'Log in to Level Up: your sessions, your chats with your coach, your receipts.',
  '/signup': `Create a Level Up account to book ${gameNames(playedGames, 'or')} coaching: name, e-mail, password, done.`,
  '/withdraw': 'Withdraw within 14 days from what you paid for, where the law gives you that right.',
}

/** The paths of the sitemap, except the coaches' own pages. */
export const listedPaths = Object.keys(listed)

/** Pages whose head depends on their data. Null: the page does not exist. */
const heads: Record<string, (source: HeadSource) => PageHead | null> = {
  '/coaches/:slug': coachHead,
}

const facts: Record<string, (source: HeadSource) => object[]> = {
  '/': ({ baseUrl }) => homeFacts(baseUrl),
  '/coaches': directoryFacts,
}

/** The head of a page, from its row and its data; null if the page does not exist. */
export function headOf(page: Page, source: HeadSource): PageHead | null {
  const ownHead = heads[page.path]
  if (ownHead) return ownHead(source)
  const description = listed[page.path] ?? entrances[page.path]
  return {
    title: typeof page.title === 'string' ? page.title : page.title(source.params, source.client),
    ...(description ? { description } : { isHidden: true }),
    picture: sitePicture,
    facts: facts[page.path]?.(source) ?? [],
  }
}

/** The head as HTML. `path` is the page's own address, which all spellings of it share. */
export function headHtml(head: PageHead, path: string, baseUrl: string): string {
  const { title, description, isHidden, type = 'website', picture, facts } = head
  const start = `<title>${escapeHtml(title)}</title>${themeColours}`
  // Search engines must be able to read it, so robots.txt lets them in.
  if (isHidden) return `${start}<meta name="robots" content="noindex">`
  if (!description) return start
  const meta = (attribute: 'name' | 'property', values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(value)}">`)
  const url = baseUrl + path
  return [
    start,
    ...meta('name', { description }),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...meta('property', {
      'og:type': type,
      'og:locale': 'en_US',
      'og:site_name': 'Level Up',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': baseUrl + picture.path,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': picture.alt,
    }),
    // Title, description and picture are taken from the properties above.
    ...meta('name', { 'twitter:card': 'summary_large_image' }),
    ...facts.map((fact) => `<script type="application/ld+json">${scriptJson(fact)}</script>`),
  ].join('')
}

/**
 * Browsers colour their bar by the first one whose medium fits. Discord and others colour the edge of a link's preview,
 * look at no medium, and take the first or the last.
 */
const themeColours = [
  '<meta name="theme-color" media="print" content="#c8f135">',
  '<meta name="theme-color" media="screen" content="#0c0f15">',
  '<meta name="theme-color" content="#c8f135">',
].join('')

/** JSON that cannot close its script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
