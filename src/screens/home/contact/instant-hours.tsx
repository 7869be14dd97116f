import { useContext } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { SoonestHours } from '#src/features/checkout/web/soonest-hours.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { HomeActions } from '../home-actions.ts'
import { useWantedGame } from '../wanted-game.ts'

/** The next free hours of the wanted game, to book at once. */
export function InstantHours() {
  const { book } = useContext(HomeActions)
  const game = useWantedGame()
  const { isSignedIn } = useAccount()
  return (
    <Panel aria-labelledby="instant-title" className="border-signal border-t-4 sm:p-8">
      <h3 id="instant-title" className="display mb-3 text-xl">
        Play sooner: book an hour now
      </h3>
      <SoonestHours game={game} onBook={book} />
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <AppLink to="/coaches" className="touch inline-flex items-center text-strong underline underline-offset-4">
          All coaches and hours
        </AppLink>
        {/* Its place is kept: nothing moves when it is known who is signed in. */}
        <span className={isSignedIn ? 'invisible' : undefined}>Choose first, log in after: your choice waits.</span>
      </p>
    </Panel>
  )
}
