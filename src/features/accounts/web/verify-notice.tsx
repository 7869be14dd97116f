import { useState } from 'react'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useAccount } from './use-account.ts'

const key = 'verifyNoticeDismissed'

/** A calm word to people who have not verified their e-mail; dismissed for good in this browser. */
export function VerifyNotice() {
  const { user } = useAccount()
  const [isDismissed, setDismissed] = useState(false)
  // Nobody is signed in while the server's HTML is taken over, so localStorage is there when it is read.
  if (user?.emailVerified !== false || isDismissed || localStorage.getItem(key) === user.id) return null

  const { id, email } = user
  function dismiss() {
    localStorage.setItem(key, id)
    setDismissed(true)
  }
  return (
    <Alert title="Verify your e-mail">
      <p>A code mailed to {email} proves that it is yours, so that we know your invites reach you.</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AppLink
          to="/account#account-e-mail"
          className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
        >
          Verify now
        </AppLink>
        <Button variant="ghost" size="sm" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </Alert>
  )
}
