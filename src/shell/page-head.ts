import type { QueryClient } from '@tanstack/react-query'

/** What a page tells search engines and apps that show a link to it. */
export type PageHead = {
  title: string
  /** Absent: links to the page show its title only. */
  description?: string
  /** Rooms and pages that do not exist: search engines must not list them. */
  isHidden?: true
  /** What the page is about, in the vocabulary of ogp.me. */
  type?: 'profile'
  picture: SharePicture
  /** Facts in the vocabulary of schema.org. */
  facts: object[]
}

/** The picture beside a link, of 1200 × 630 pixels: its path, and what it shows. */
export type SharePicture = { path: string; alt: string }

export const sitePicture: SharePicture = {
  path: '/og/site.png',
  alt: 'The words Level Up Your Game beside a staircase of eight rungs, the highest one lit.',
}

/** What a head is made from: the path's parameters, the loaded data, and our address without a trailing slash. */
export type HeadSource = { params: Record<string, string>; client: QueryClient; baseUrl: string }
