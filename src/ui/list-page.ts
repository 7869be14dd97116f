import { fetchAnswer } from './call-api.ts'

export type ListPage<Item> = {
  items: Item[]
  /** How many there are on all pages. */
  total: number
  /** The address of the next page; undefined on the last. */
  next: string | undefined
}

/** One page of a list that grows, with what the answer's headers say about the whole. Throws `HttpError`. */
export async function fetchListPage<Item>(url: string, signal?: AbortSignal): Promise<ListPage<Item>> {
  const answer = await fetchAnswer('GET', url, undefined, { signal })
  return {
    items: await answer.json(),
    total: Number(answer.headers.get('x-total-count')),
    next: /<([^<>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
  }
}
