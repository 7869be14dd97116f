import { useDepartures } from '#src/features/accounts/web/use-account.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { promiseAbout } from '#src/features/contacts/rules.ts'
import { ContactForm } from '#src/features/contacts/web/contact-form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

/** A question to the team about this coach, for those who do not book yet. */
export function AskCoach({ coach }: { coach: Coach }) {
  const departures = useDepartures()
  return (
    <section id="ask" aria-labelledby="ask-title" className="border-line border-t py-16 lg:py-20">
      <div className="wrap grid grid-cols-1 gap-8 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="ask-title" className="display text-xl">
            Ask a question first
          </h2>
          <p className="mt-4 max-w-prose">
            Not sure yet that {coach.name} is the right coach for you? Send your question. {promiseAbout(coach.name)}
          </p>
        </div>
        <Panel className="min-w-0 sm:p-8">
          <ContactForm key={`${coach.id} ${departures}`} here={`/coaches/${coach.slug}#ask`} coach={coach} />
        </Panel>
      </div>
    </section>
  )
}
