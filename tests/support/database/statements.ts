import { Client } from 'pg'

export type Statement = {
  text: string
  values: unknown[]
  /** Nothing else was on its way when it was sent: whoever sent it waits for one more round trip. */
  beginsTrip: boolean
}

/**
 * Returns every statement that the app in this process sends over its pool while `act` runs, in order; the database
 * watch, jobs and pub/sub have connections of their own and are left out.
 */
export async function recordStatements(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  let onTheirWay = 0
  const { query } = Client.prototype
  function recordingQuery(this: Client, ...given: unknown[]) {
    const [first, values] = given as [string | { text?: string; values?: unknown[] }, unknown]
    const { application_name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    const text = typeof first === 'string' ? first : first.text
    if (application_name || !text) return (query as (...all: unknown[]) => unknown).apply(this, given)
    statements.push({
      text,
      values: Array.isArray(values) ? values : (typeof first === 'object' && first.values) || [],
      beginsTrip: onTheirWay === 0,
    })
    onTheirWay += 1
    const answered = () => {
      onTheirWay -= 1
    }
    const last = given.at(-1)
    if (typeof last === 'function')
      given[given.length - 1] = (...answer: unknown[]) => {
        answered()
        last(...answer)
      }
    const sent = (query as (...all: unknown[]) => unknown).apply(this, given)
    if (sent instanceof Promise) sent.then(answered, answered)
    return sent
  }
  Client.prototype.query = recordingQuery as typeof query
  try {
    await act()
  } finally {
    Client.prototype.query = query
  }
  return statements
}
