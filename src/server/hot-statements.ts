import { Client, type Connection, Query } from 'pg'

/** How often a statement is asked before it gets a name, and how many can have one: the database keeps a plan of each for every connection. */
const hotAfter = 20
const mostNames = 300

const asked = new Map<string, number>()
const names = new Map<string, string>()

/**
 * A connection on which statements that are asked often have names (`prepare` in PostgreSQL): the database then reads and
 * plans them once a connection instead of each time, which takes it longer than carrying them out. A plan that would
 * be worse for not knowing the values it does not keep.
 */
export class HotStatementsClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen forms
  override query(first: any, values?: any, answer?: any): any {
    const text: unknown = typeof first === 'string' ? first : first?.text
    const given = Array.isArray(values) ? values : first?.values
    const name = first?.name ?? (typeof text === 'string' && given?.length > 0 && nameOf(text))
    if (!name || first.submit) return super.query(first, values, answer)

    const question = { ...(typeof first === 'object' && first), name, text, values: given }
    const callback = typeof values === 'function' ? values : answer
    if (callback) return super.query(new NamedQuery(question, callback))
    return new Promise((resolve, reject) => {
      super.query(new NamedQuery(question, (error, result) => (error ? reject(error) : resolve(result))))
    }).catch((error) => {
      // As pg does: the place that asked, instead of the socket that the answer came by.
      Error.captureStackTrace(error)
      throw error
    })
  }
}

/** What pg makes of a statement's columns, to read rows by. */
type Columns = { fields: unknown[]; _parsers: unknown[]; _prebuiltEmptyResultObject: object }

/** pg's own parts of a question, which its types leave out. */
declare module 'pg' {
  interface Query {
    name: string
    types?: object
    prepare(connection: Connection): void
    handleRowDescription(message: unknown): void
    _result: Columns
    _accumulateRows: boolean
  }
  interface Connection {
    /** The names that the database has confirmed on this connection. */
    parsedStatements: Record<string, string>
  }
}

const knownColumns = new Map<string, Columns>()

/**
 * A statement with a name, whose columns are described once a connection. pg has them described with every answer, which takes it
 * longer to read than a row; they stay the same, since PostgreSQL refuses a prepared statement whose columns have changed.
 */
class NamedQuery extends Query {
  override prepare(connection: Connection): void {
    // What another connection was told may be older than a migration.
    const columns = connection.parsedStatements[this.name] && knownColumns.get(keyOf(this))
    if (columns) {
      Object.assign(this._result, columns)
      this._accumulateRows = true
    }
    super.prepare(columns ? withoutDescribing(connection) : connection)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    knownColumns.set(keyOf(this), { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** Drizzle reads some types in its own way. */
const keyOf = ({ name, types }: NamedQuery) => (types ? `${name} ` : name)

const silent = new WeakMap<Connection, Connection>()

/** The same connection; what is written to it asks for no columns. */
function withoutDescribing(connection: Connection): Connection {
  const known = silent.get(connection) ?? Object.assign(Object.create(connection), { describe() {} })
  silent.set(connection, known)
  return known
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  // Lists of values make ever new statements: what is rare is forgotten.
  if (asked.size >= 2_000) asked.clear()
  const times = (asked.get(text) ?? 0) + 1
  asked.set(text, times)
  if (times < hotAfter) return undefined
  asked.delete(text)
  const name = `hot_${names.size}`
  names.set(text, name)
  return name
}
