import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Progress } from '#src/features/sessions/write-up-contract.ts'
import { showDateIn } from '#src/shared/times.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

/** All games have as many rungs. */
const rungs = 8

/** How far up a rank is, from 0 to 1: `'Diamond II'` stands a third of a rung above `'Diamond I'`. */
function heightOf({ rank, rung }: Progress['ranks'][number]): number {
  const tier = /\bI{1,3}$/.exec(rank)?.[0].length ?? 1
  return (rung + (tier - 1) / 3) / (rungs + 1)
}

/** Where the player wants to go. */
export function Goal({ goal }: { goal: string | null }) {
  return (
    <Panel aria-labelledby="goal">
      <h2 id="goal" className="display mb-2 text-lg">
        Your goal
      </h2>
      {goal ? (
        <p dir="auto" className="whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
          {goal}
        </p>
      ) : (
        <p>
          Not said yet.{' '}
          <AppLink to="/account" className="text-strong underline underline-offset-4">
            Say it in your account
          </AppLink>
          , or when you prepare a session.
        </p>
      )}
    </Panel>
  )
}

/** The ranks a player said, game by game, the newest on top: each wider the higher it is. */
export function Ranks({ ranks }: { ranks: Progress['ranks'] }) {
  const readerZone = useReaderZone()
  return (
    <Panel aria-labelledby="ranks">
      <h2 id="ranks" className="display mb-4 text-lg">
        Ranks you said
      </h2>
      {[...Map.groupBy(ranks, ({ game }) => game)].map(([game, said]) => (
        <div key={game} className="not-first:mt-5">
          <h3 className="mb-2 text-sm">{game}</h3>
          <ol className="grid gap-3">
            {said.toReversed().map((each, place) => (
              <li key={each.saidAt}>
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-semibold text-strong [overflow-wrap:anywhere]">{each.rank}</span>
                  <span className="figures text-sm">{showDateIn(each.saidAt, readerZone)}</span>
                </p>
                <span aria-hidden className="mt-1 block h-1.5 rounded-sm bg-raised">
                  <span
                    className={`block h-full rounded-sm ${place === 0 ? 'bg-signal' : 'bg-edge'}`}
                    style={{ width: `${Math.max(heightOf(each), 0.03) * 100}%` }}
                  />
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </Panel>
  )
}
