import { CalendarCheck, Headset, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#src/accounts/web/session.ts'
import { ButtonAnchor, ButtonLink } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Section } from './section.tsx'

/** What happens next, and the way to it. */
export function Contact() {
  const { isSignedIn } = useSession()
  return (
    <Section
      id="contact"
      title="Your next rank starts here"
      lead="Choose a coach, a day and an hour. You pay by card, get the confirmation by e-mail, and meet on Discord."
    >
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <ul className="grid content-between gap-6">
          <Assurance icon={<Reply />} title="An answer within 24 hours">
            Write to your coach or to us, and you hear back within a day.
          </Assurance>
          <Assurance icon={<Headset />} title="24/7 support">
            You play at odd hours. So does our support.
          </Assurance>
          <Assurance icon={<CalendarCheck />} title="Your hour is yours">
            The time you book is held for you alone while you pay, and moving it is free until 12 hours before.
          </Assurance>
        </ul>
        <Panel
          aria-label="Get started"
          className="flex flex-col items-start justify-center gap-5 border-signal border-t-4 sm:p-8"
        >
          <p className="display text-xl">{isSignedIn ? 'Ready when you are' : 'Create your account, then book'}</p>
          <p>
            {isSignedIn
              ? 'Pick the coach who fits your game.'
              : 'It takes a minute, and your sessions and chats stay in one place.'}
          </p>
          <div className="flex flex-wrap gap-3">
            {!isSignedIn && <ButtonLink to="/signup">Create an account</ButtonLink>}
            <ButtonAnchor href="#coaches" variant={isSignedIn ? 'primary' : 'secondary'}>
              Choose a coach
            </ButtonAnchor>
          </div>
        </Panel>
      </div>
    </Section>
  )
}

function Assurance({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-line border-t pt-5 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:shrink-0 [&>svg]:text-signal">
      {icon}
      <div>
        <h3 className="text-lg font-semibold">{title}</h3>
        <p className="mt-1 max-w-prose">{children}</p>
      </div>
    </li>
  )
}
