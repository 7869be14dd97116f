import type { ReactNode } from 'react'
import { PhoneNote } from '#src/ui/feedback/phone-note.tsx'
import type { Person } from './person.ts'

/** The head of the right side: what one does there, the recipient, and the way out. */
export function PanelHead({ title, person, children }: { title: string; person: Person; children: ReactNode }) {
  const facts = [
    { name: 'Name', value: person.name },
    {
      name: 'Phone',
      value: (
        <>
          {person.phone ?? 'No phone on file'}
          <PhoneNote phone={person.phone} />
        </>
      ),
    },
    { name: 'Type', value: person.type },
  ]
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-lg">{title}</h2>
        {children}
      </header>
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-faint text-sm">{name}</dt>
            <dd className="text-strong [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="-mt-2 text-sm">{person.about}</p>
    </>
  )
}
