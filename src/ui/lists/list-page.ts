import type { AnyCall, CallInput, CallReply } from '#src/shared/define-call.ts'
import { fetchCall } from '#src/ui/call-api.ts'

export type ListPage<Item> = {
  items: Item[]
  /** How many there are on all pages. */
  total: number
  /** The `cursor` of the next page; undefined on the last. */
  next: string | undefined
}

/** One page of a list that grows, with what the answer's headers say about the whole. Throws `HttpError`. */
export async function fetchListPage<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<ListPage<CallReply<C>[number]>> {
  const answer = await fetchCall(call, input, { signal })
  const next = /<([^<>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  return {
    items: await answer.json(),
    total: Number(answer.headers.get('x-total-count')),
    next: (next && new URL(next, location.href).searchParams.get('cursor')) || undefined,
  }
}
