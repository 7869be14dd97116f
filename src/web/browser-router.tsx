import { type ReactNode, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/**
 * Follows the address bar. The library's own BrowserRouter shares a module with its links, forms and framework parts,
 * which would come along (5 kB compressed on every page). State changes at once, without React's transitions: a link
 * renders the next page inside a view transition, which must see it done.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen(setPlace), [])
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  )
}
