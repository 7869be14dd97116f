import { useEffect, useState } from 'react'
import { useDepartures } from '#src/features/accounts/web/use-account.ts'
import type { Application } from '#src/features/applications/contract.ts'
import { gameNames, playedGames } from '#src/shared/games.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { ApplicationForm } from './application-form.tsx'
import { HowReviewWorks, WhatCoachesGet } from './reasons.tsx'
import { Submitted } from './submitted.tsx'

/** Set once this tab was told that no account is needed. */
const toldKey = 'apply-coach:told'

/** Where people ask to become coaches; works without an account. */
export default function ApplyCoach() {
  const departures = useDepartures()
  const [submitted, setSubmitted] = useState<Application | null>(null)

  useEffect(() => {
    // Not `useAccount`: that knows nobody yet while the page is taken over from the server.
    if (localStorage.getItem('auth_token') || sessionStorage.getItem(toldKey)) return
    sessionStorage.setItem(toldKey, 'yes')
    toast({ title: 'No account needed', description: 'You can apply right here. Log in and we fill in your name.' })
  }, [])

  if (submitted)
    return (
      <SiteFrame>
        <Submitted application={submitted} onAnother={() => setSubmitted(null)} />
      </SiteFrame>
    )
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <div className="lg:grid lg:grid-cols-4">
          <header className="max-w-4xl lg:col-span-2 lg:col-start-1 lg:row-start-1 lg:pr-8 lg:pb-10">
            <h1 className="display text-2xl">Your rank took years. Teach it.</h1>
            <p className="mt-4 max-w-prose text-lg">
              Coach {gameNames(playedGames, 'or')} at Level Up, in the hours you choose.
            </p>
          </header>
          <WhatCoachesGet />
        </div>
        <div className="mt-16 grid gap-12 lg:mt-24 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
          <section aria-labelledby="form-title" className="min-w-0">
            <h2 id="form-title" className="display text-xl">
              Coach Application Form
            </h2>
            <p className="mt-2 max-w-prose">Plain words do. It takes about ten minutes, and a reload loses nothing.</p>
            <ApplicationForm key={departures} onSubmitted={setSubmitted} />
          </section>
          <HowReviewWorks />
        </div>
      </div>
    </SiteFrame>
  )
}
