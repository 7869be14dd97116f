import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** What is known of something: a row a fact, its name beside it. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="figures grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="text-strong [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
