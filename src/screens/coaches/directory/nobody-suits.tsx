import type { Coach } from '#src/features/coaches/contract.ts'
import type { DirectoryFilter } from '#src/features/coaches/web/directory/directory-filter.ts'
import { loosen } from '#src/features/coaches/web/directory/loosen.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'

type NobodySuitsProps = {
  /** All there are, as far as they are known. */
  coaches: Coach[]
  filter: DirectoryFilter
  /** The next free hours that are asked for, by the coach's id. */
  hours: Map<string, { startsAt: string }> | undefined
  onChoose(part: Partial<DirectoryFilter>): void
  onClear(): void
}

/** What the directory says when nobody suits: which filters to take off, and to clear them all. */
export default function NobodySuits({ coaches, filter, hours, onChoose, onClear }: NobodySuitsProps) {
  const loosenings = loosen(coaches, filter, hours)
  return (
    <EmptyState
      title="No coach fits all of that"
      action={
        <div className="flex max-w-full flex-wrap justify-center gap-3">
          {loosenings.map(({ name, part, count }) => (
            <Button key={name} variant="secondary" className="max-w-full" onClick={() => onChoose(part)}>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                Without '<bdi>{name}</bdi>': {count.toLocaleString('en-US')} {count === 1 ? 'coach' : 'coaches'}
              </span>
            </Button>
          ))}
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      }
    >
      {loosenings.length > 0
        ? 'Leave one of these open:'
        : 'Try another word or day, or leave some of the filters open.'}
    </EmptyState>
  )
}
