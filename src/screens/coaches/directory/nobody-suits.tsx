import type { DirectoryFilter } from '#src/features/coaches/web/directory/directory-filter.ts'
import type { Loosening } from '#src/features/coaches/web/directory/loosen.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'

type NobodySuitsProps = {
  /** Filters to take off. */
  loosenings: Loosening[]
  onChoose(part: Partial<DirectoryFilter>): void
  onClear(): void
}

/** What the directory says when nobody suits: which filter to take off, and else all. */
export function NobodySuits({ loosenings, onChoose, onClear }: NobodySuitsProps) {
  return (
    <EmptyState
      title="No coach fits all of that"
      action={
        <div className="flex max-w-full flex-wrap justify-center gap-3">
          {loosenings.map(({ name, part, count }) => (
            <Button
              key={name}
              variant="secondary"
              className="max-w-full [overflow-wrap:anywhere]"
              onClick={() => onChoose(part)}
            >
              <span>
                Without '<bdi>{name}</bdi>': {count.toLocaleString('en-US')} {count === 1 ? 'coach' : 'coaches'}
              </span>
            </Button>
          ))}
          {loosenings.length === 0 && (
            <Button variant="secondary" onClick={onClear}>
              Clear filters
            </Button>
          )}
        </div>
      }
    >
      {loosenings.length > 0
        ? 'Leave one of these open:'
        : 'Try another word or day, or leave some of the filters open.'}
    </EmptyState>
  )
}
