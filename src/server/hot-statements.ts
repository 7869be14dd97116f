import { Client } from 'pg'

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
  override query(first: any, values?: any, ...rest: any[]): any {
    const text: unknown = typeof first === 'string' ? first : first?.text
    const given = Array.isArray(values) ? values : first?.values
    const name = typeof text === 'string' && !first.name && given?.length > 0 && nameOf(text)
    const question = name ? { ...(typeof first === 'object' && first), text, name } : first
    return (super.query as (...all: unknown[]) => unknown)(question, values, ...rest)
  }
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
