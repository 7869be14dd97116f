import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expireLogin, hasLeft, readLoginAgain } from '#src/features/accounts/web/use-account.ts'
import { must } from '#src/shared/must.ts'
import { addRemedy, fetchQuery, isLoginExpired } from '#src/ui/call-api.ts'
import { onCameBack } from '#src/ui/loading/came-back.ts'
import { App } from './app.tsx'
import { findPage } from './pages.tsx'
import { createQueryClient } from './query-client.ts'

const client = createQueryClient(fetchQuery, (error) => isLoginExpired(error) && !hasLeft() && expireLogin())
// Where many asked from this address (LIMIT-1).
addRemedy(async (refusal, tryAgain) => {
  if (!refusal.answer.challenge) return
  const { solveChallenge } = await import('#src/features/accounts/web/challenge/solve-challenge.ts')
  return tryAgain(await solveChallenge(refusal.answer))
})
// Meanwhile somebody may have logged out, and everything that is shown may be old.
onCameBack(() => {
  readLoginAgain()
  void client.invalidateQueries()
})
hydrate(client, JSON.parse(must(document.getElementById('state'), 'the page’s data').textContent))
await findPage(location.pathname).page.Page.preload()

startTransition(() => {
  hydrateRoot(must(document.getElementById('root'), 'the page’s root'), <App client={client} />)
})
