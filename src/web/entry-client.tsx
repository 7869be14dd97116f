import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expireSession } from '#src/accounts/web/session.ts'
import { isSessionExpired, sendRequest } from '#src/ui/call-api.ts'
import { App } from './app.tsx'
import { findPage } from './pages.tsx'
import { createQueryClient } from './query-client.ts'

const client = createQueryClient(
  (url) => sendRequest('GET', url),
  (error) => isSessionExpired(error) && expireSession(),
)
hydrate(client, JSON.parse(document.getElementById('state')!.textContent))
await findPage(location.pathname).page.Page.preload()

startTransition(() => {
  hydrateRoot(document.getElementById('root')!, <App client={client} />)
})
