import { CalendarCheck, Headset, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDepartures } from '#src/features/accounts/web/use-account.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { ContactForm } from '#src/features/contacts/web/contact-form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useWantedGame } from '../wanted-game.ts'
import { InstantHours } from './instant-hours.tsx'

/** Hours to book at once, the form that reaches us, and what one can count on. On phones the last comes last. */
export default function Contact() {
  const departures = useDepartures()
  const game = useWantedGame()
  return (
    <section id="contact" aria-labelledby="contact-title" className="py-7 sm:py-20 lg:py-28">
      <div className="wrap grid grid-cols-1 gap-6 sm:gap-10 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div>
          <h2 id="contact-title" className="display text-2xl">
            Your next rank starts here
          </h2>
          <p className="mt-2 max-w-prose sm:mt-4 sm:text-lg">
            Take one of the next free hours, or write to us: we find the coach and the hour for you.
          </p>
        </div>
        <div className="grid min-w-0 content-start gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <InstantHours />
          <h3 className="display mt-4 text-xl">Not sure yet? Tell us where you are stuck</h3>
          <Panel id="contact-form" aria-labelledby="contact-form-title" className="sm:p-8">
            <h4 id="contact-form-title" className="display mb-5 text-lg">
              Book a Session
            </h4>
            <ContactForm key={departures} here="/#contact-form" game={game} />
          </Panel>
        </div>
        <ul className="flex flex-col gap-6">
          <Assurance icon={<Reply />} title="An answer within 24 hours">
            Write to your coach or to us, and you hear back within a day.
          </Assurance>
          <Assurance icon={<Headset />} title="24/7 support">
            You play at odd hours. So does our support.
          </Assurance>
          <Assurance icon={<CalendarCheck />} title="Your hour is yours">
            The time you book is held for you alone while you pay, and moving it is free until{' '}
            {currentPolicy.freeMoveHours} hours before.
          </Assurance>
        </ul>
      </div>
    </section>
  )
}

function Assurance({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-line border-t pt-5 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:shrink-0 [&>svg]:text-signal">
      {icon}
      <div className="flex min-w-0 max-w-prose flex-col items-start">
        <h3 className="mb-1 text-lg font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}
