import { useState } from 'react'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { ProfileForm } from '#src/features/accounts/web/profile-form.tsx'
import { useProfile } from '#src/features/accounts/web/profile-query.ts'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

/** Asks a player once how the coach finds them. Who has said so is only reminded of what stands there. */
export function AskPlayer({ coachName }: { coachName: string }) {
  const { user } = useAccount()
  const { data } = useProfile(user?.id)
  // It can be said in the account, too: what cannot be loaded is not asked.
  return data ? <Ask profile={data} coachName={coachName} /> : null
}

function Ask({ profile, coachName }: { profile: Profile; coachName: string }) {
  // Who has just answered may still correct it.
  const [wasKnown] = useState(profile.handles.discord !== null)
  return (
    <Panel aria-labelledby="ask-player" className="mt-6">
      <h2 id="ask-player" className="display text-lg">
        How does {coachName} find you?
      </h2>
      {wasKnown ? (
        <p className="mt-2 [overflow-wrap:anywhere]">
          As {profile.handles.discord} on Discord. <AppLink to="/account">Change it in your account</AppLink>
        </p>
      ) : (
        <div className="mt-4">
          <ProfileForm profile={profile} brief saved={`Saved: ${coachName} sees it now.`} />
        </div>
      )}
    </Panel>
  )
}
