import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useAccount } from './use-account.ts'

type AlreadyInProps = {
  /** Where they wanted to go. */
  next: string | null
  /** The form is at work: it stays. */
  isBusy: boolean
  /** They want it, and it is there: gives it the focus. */
  onOther(): void
  /** A form for logging in or signing up. */
  children: ReactNode
}

/** Tells whoever is logged in as whom they are, and shows the form only to those who press for it; to all others at once. */
export function AlreadyIn({ next, isBusy, onOther, children }: AlreadyInProps) {
  const { user } = useAccount()
  const [wantsOther, setWantsOther] = useState(false)
  const isIn = user !== null && !isBusy
  // A refusal is said in the form.
  if (isBusy && !wantsOther) setWantsOther(true)

  function showForm() {
    flushSync(() => setWantsOther(true))
    onOther()
  }
  return (
    <>
      {isIn && (
        <Alert className={wantsOther ? 'mb-6' : undefined} title={`You are logged in as ${user.name}.`}>
          <div className="mt-2 flex flex-wrap gap-2">
            <ButtonLink to={next ?? '/'} size="sm">
              Go on
            </ButtonLink>
            <Button variant="secondary" size="sm" onClick={showForm}>
              Use another account
            </Button>
          </div>
        </Alert>
      )}
      {/* Hidden, not gone: another tab may log out. Nor from under the hands of who types when another tab logs in. */}
      <div hidden={isIn && !wantsOther} onInput={() => setWantsOther(true)}>
        {children}
      </div>
    </>
  )
}
