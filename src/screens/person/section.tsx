import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { PersonLine, ShownPerson } from '#src/features/desk/person-contract.ts'
import { personSections } from '#src/features/desk/person-sections.ts'
import { showInstant } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

/** The newest of one kind, and the way to all of them. */
export function Section({ section: { kind, all, lines } }: { section: ShownPerson['sections'][number] }) {
  return (
    <Panel aria-labelledby={`of-${kind}`} className="p-2! sm:p-3!">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 pt-2">
        <h2 id={`of-${kind}`} className="display text-base">
          {personSections[kind]}
        </h2>
        {all && (
          <AppLink
            to={all}
            aria-label={`See all: ${personSections[kind]}`}
            className="touch inline-flex min-h-6 items-center text-signal text-sm underline underline-offset-4"
          >
            See all
          </AppLink>
        )}
      </div>
      <ul className="mt-1">
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Line({ line: { title, text, at, mark, to } }: { line: PersonLine }) {
  const zone = useRoomZone()
  const look = 'flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-2'
  const content = (
    <>
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold text-strong [overflow-wrap:anywhere]">{title}</span>
        {text && <span className="figures line-clamp-2 text-sm [overflow-wrap:anywhere]">{text}</span>}
        {at && (
          <time dateTime={at} className="figures block text-faint text-sm">
            {showInstant(at, zone)}
          </time>
        )}
      </span>
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
    </>
  )
  if (!to) return <div className={look}>{content}</div>
  return (
    <AppLink to={to} className={`${look} outline-offset-[-3px] transition-colors hover:bg-raised`}>
      {content}
    </AppLink>
  )
}
