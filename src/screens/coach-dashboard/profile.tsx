import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type MyCoach, myCoachProfile } from '#src/features/coaches/contract.ts'
import { coachDetailsQuery, coachesQuery } from '#src/features/coaches/web/coaches-query.ts'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import { DrillsForm } from '#src/features/sessions/web/write-up/drills-form.tsx'
import { useDrills } from '#src/features/sessions/web/write-up/drills-query.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { ProfileForm } from './coach-profile-form.tsx'
import { Photo } from './photo.tsx'

/** What players see of the coach, to change. */
export default function ProfileSection({ profile, userId }: { profile: MyCoach; userId: string }) {
  const client = useQueryClient()
  const drills = useDrills(userId)
  async function refresh() {
    await client.invalidateQueries({ queryKey: coachesQuery.queryKey })
    await client.invalidateQueries(coachDetailsQuery(profile.slug))
    await client.invalidateQueries({ queryKey: [callUrl(myCoachProfile), userId] })
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Panel aria-labelledby="photo">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 id="photo" className="display min-w-0 text-lg">
            {profile.name}
          </h2>
          <GameBadge game={profile.gameExpertise} />
        </div>
        <Photo profile={profile} onChanged={refresh} />
        <div className="mt-5 border-line border-t pt-4">
          {profile.isActive && (
            <ButtonLink to={`/coaches/${profile.slug}`} variant="secondary" size="sm" className="mb-3">
              <ExternalLink aria-hidden className="size-4" /> See your public page
            </ButtonLink>
          )}
          <p className="text-sm">
            Only our team can change your name and game. You can reach them under My Application.
          </p>
        </div>
      </Panel>
      <Panel aria-labelledby="profile">
        <h2 id="profile" className="display mb-5 text-lg">
          Your profile
        </h2>
        <ProfileForm key={profile.id} profile={profile} onSaved={refresh} />
      </Panel>
      <Panel aria-labelledby="drills" className="lg:col-start-2">
        <h2 id="drills" className="display mb-1 text-lg">
          Your drills
        </h2>
        <p className="mb-5 text-sm">Homework you give again and again: one press when you write up a session.</p>
        {drills.data && <DrillsForm drills={drills.data} userId={userId} />}
      </Panel>
    </div>
  )
}
