import type { ReactNode } from 'react'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { htmlOf } from '../../support/html-of.tsx'

/** What the business sets about itself is no part of the words: it stands as `{seller}` and `{email}`, and is no gap. */
const anySeller = { name: '', address: '', taxId: null, email: '{email}', withdrawal: 'exempt' }

/** The words of a paper as plain text, a line each: `# title`, `## part`, `- item` of a list, and paragraphs. */
export function paperText(page: ReactNode): string {
  const { html } = htmlOf(page, [{ queryKey: sellerQuery.queryKey, data: anySeller }])
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? []
  const lines = [...main.matchAll(/<(h1|h2|p|li|dt|dd|address)\b[^>]*>(.*?)<\/\1>/gs)].map(([, tag, words]) => {
    const text = words!
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
    const marks: Record<string, string> = { h1: '# ', h2: '\n## ', li: '- ' }
    return tag === 'address' ? '{seller}' : `${marks[tag!] ?? ''}${text}`
  })
  return `${lines.join('\n')}\n`
}
