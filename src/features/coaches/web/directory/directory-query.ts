import { queryOptions } from '@tanstack/react-query'
import { coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import type { DirectoryPage } from './directory-page.ts'

/**
 * The page of the directory that a query string asks for. All pages have one key: the browser takes over whichever the
 * server drew, and has the whole list for the others.
 */
export const directoryQuery = (search = '') =>
  queryOptions<DirectoryPage>({
    queryKey: [...coachesQuery.queryKey, 'directory'],
    queryFn: async ({ client }) => {
      // Every page's first load has this query, but not what it takes to answer it.
      const { directoryPage } = await import('./directory-page.ts')
      return directoryPage(await client.fetchQuery(coachesQuery), search)
    },
  })
