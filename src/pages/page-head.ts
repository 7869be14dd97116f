import type { QueryClient } from '@tanstack/react-query'

/** What a page tells search engines and whoever shows a link to it. */
export type PageHead = {
  title: string
  /** Absent: no business of theirs. */
  description?: string
  /** Path of the picture beside a link: 1200 × 630 pixels. */
  picture: string
  /** Facts in the vocabulary of schema.org. */
  facts: object[]
}

/** What a head is made from: the path's parameters, the loaded data, and our address without a trailing slash. */
export type HeadSource = { params: Record<string, string>; client: QueryClient; baseUrl: string }
