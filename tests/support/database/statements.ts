import { Client } from 'pg'

export type Statement = { text: string; values: unknown[] }

/**
 * Returns every statement that the app in this process sends over its pool while `act` runs, in order; the database
 * watch, jobs and pub/sub have connections of their own and are left out.
 */
export async function recordStatements(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = Client.prototype
  function recordingQuery(this: Client, ...given: unknown[]) {
    const [first, values] = given as [string | { text?: string; values?: unknown[] }, unknown]
    const { application_name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    const text = typeof first === 'string' ? first : first.text
    if (!application_name && text)
      statements.push({
        text,
        values: Array.isArray(values) ? values : (typeof first === 'object' && first.values) || [],
      })
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  }
  Client.prototype.query = recordingQuery as typeof query
  try {
    await act()
  } finally {
    Client.prototype.query = query
  }
  return statements
}
