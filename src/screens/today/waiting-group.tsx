import type { showToday, WaitingLine } from '#src/features/desk/contract.ts'
import { countedKind } from '#src/features/desk/waiting-kinds.ts'
import { hoursAndMinutes, TimeLeft } from '#src/features/desk/web/time-left.tsx'
import type { CallReply } from '#src/shared/define-call.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { showCount } from '#src/ui/lists/show-count.ts'

type Group = CallReply<typeof showToday>['waiting'][number]

/** So many of a kind are shown; the others are in its room. */
const shown = 5

/** What waits of one kind, the most pressing first. */
export function WaitingGroup({ group: { kind, count, to, lines }, now }: { group: Group; now: number }) {
  const isForOthers = lines.length === 0
  return (
    <Panel aria-labelledby={`waiting-${kind}`} className="p-2! sm:p-3!">
      <h3 id={`waiting-${kind}`} className="display px-3 pt-2 text-base first-letter:uppercase">
        {countedKind(kind, count)}
        {isForOthers && ' for your admins'}
      </h3>
      <ul className="mt-1">
        {lines.slice(0, shown).map((line) => (
          <Line key={line.id} line={line} now={now} />
        ))}
      </ul>
      {(isForOthers || count > shown) && (
        <AppLink
          to={to}
          className="touch mx-3 mb-1 inline-flex min-h-8 items-center font-medium text-signal underline underline-offset-4"
        >
          {isForOthers ? 'Only admins decide them: make yourself one under Roles' : `See all ${showCount(count)}`}
        </AppLink>
      )}
    </Panel>
  )
}

function Line({ line: { title, text, since, dueBy, to }, now }: { line: WaitingLine; now: number }) {
  return (
    <li>
      <AppLink
        to={to}
        className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-2 outline-offset-[-3px] transition-colors hover:bg-raised"
      >
        <span className="min-w-0 flex-1 basis-52">
          <span className="block font-semibold text-strong [overflow-wrap:anywhere]">{title}</span>
          {text && <span className="figures line-clamp-2 text-sm [overflow-wrap:anywhere]">{text}</span>}
        </span>
        {dueBy ? (
          <TimeLeft dueBy={dueBy} now={now} />
        ) : (
          <span className="figures text-faint text-sm">
            waits {hoursAndMinutes(Math.max(0, now - Date.parse(since)))}
          </span>
        )}
      </AppLink>
    </li>
  )
}
