import { directoryQuery } from '#src/features/coaches/web/directory/directory-query.ts'
import type { HeadSource } from '#src/shell/page-head.ts'
import { breadcrumbFacts } from '../breadcrumb-facts.ts'

/** What the directory tells search engines, in the vocabulary of schema.org: where it stands, and whom its page lists. */
export function directoryFacts({ client, baseUrl }: HeadSource): object[] {
  const drawn = client.getQueryData(directoryQuery().queryKey)
  const list = {
    '@type': 'ItemList',
    itemListElement: drawn?.coaches.map(({ slug }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      url: `${baseUrl}/coaches/${slug}`,
    })),
  }
  const page = { '@type': 'CollectionPage', url: `${baseUrl}/coaches${drawn?.asked ?? ''}`, mainEntity: list }
  return [{ '@context': 'https://schema.org', '@graph': [page, breadcrumbFacts(baseUrl, ['Coaches', '/coaches'])] }]
}
