import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a query is a GET on its key’s parts joined with /, asked once and kept', async () => {
  const get = vi.fn(async () => ['coach'])
  const client = createQueryClient(get)
  const query = { queryKey: ['/api/messages', '42'] }
  expect(await client.fetchQuery(query)).toEqual(['coach'])
  expect(await client.fetchQuery(query)).toEqual(['coach'])
  expect(get.mock.calls).toEqual([['/api/messages/42']])
})

test('nothing is tried again, polled, or fetched when the window gets the focus; every failure is heard', async () => {
  const heard = vi.fn()
  const get = vi.fn(async () => Promise.reject(new Error('401: Unauthorized')))
  const client = createQueryClient(get, heard)
  const { queries } = client.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY })
  expect(queries!.refetchInterval).toBeUndefined()
  await expect(client.prefetchQuery({ queryKey: ['/api/x'] })).resolves.toBeUndefined()
  expect(get).toHaveBeenCalledTimes(1)
  expect(heard).toHaveBeenCalledTimes(1)
  await client.prefetchQuery({ queryKey: ['/api/y'], meta: { quiet: true } })
  expect(heard).toHaveBeenCalledTimes(1)
})
