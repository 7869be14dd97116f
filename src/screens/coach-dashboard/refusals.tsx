import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { VerifyNotice } from '#src/features/accounts/web/verify-notice.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'

/** What somebody who is not logged in sees instead of the dashboard; logging in leads back to where they wanted to be. */
export function AuthenticationRequired() {
  const here = `/coach-dashboard${location.search}`
  return (
    <Refusal title="Authentication Required" text="Log in with your coach account to open this dashboard.">
      <ButtonLink to={`/login?next=${encodeURIComponent(here)}`}>Log In</ButtonLink>
    </Refusal>
  )
}

/** What somebody who is no coach sees. An approved applicant may only have to verify their e-mail. */
export function CoachAccessRequired() {
  return (
    <Refusal title="Coach Access Required" text="This dashboard is only available to approved coaches.">
      <ButtonLink to="/apply-coach">Apply as a Coach</ButtonLink>
      <div className="mt-6 max-w-md text-left empty:hidden">
        <VerifyNotice />
      </div>
    </Refusal>
  )
}

function Refusal({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="wrap flex flex-col items-center gap-4 py-24 text-center">
      <Lock aria-hidden className="size-10 text-faint" />
      <h1 className="display text-2xl">{title}</h1>
      <p className="max-w-prose text-lg">{text}</p>
      {children}
    </div>
  )
}
