const [oftenEnough, mostNames, mostCounted] = [10, 100, 1_000]

/**
 * Returns what names a statement that came often, and is undefined for others: with a name PostgreSQL reads and plans it
 * once per connection, and keeps the plan there. So there are at most a hundred names.
 */
export function nameStatements(): (text: string) => string | undefined {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= mostNames) return known
    const count = (counts.get(text) ?? 0) + 1
    if (count >= oftenEnough) {
      counts.delete(text)
      names.set(text, `often_${names.size}`)
    } else if (count > 1 || counts.size < mostCounted) counts.set(text, count)
    return names.get(text)
  }
}
