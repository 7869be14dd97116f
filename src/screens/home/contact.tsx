import { CalendarCheck, Headset, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDepartures } from '#src/features/accounts/web/use-account.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { ContactForm } from './contact-form.tsx'

/** The form that reaches us, and what one can count on. On phones the form comes before the rest. */
export default function Contact() {
  const departures = useDepartures()
  return (
    <section id="contact" aria-labelledby="contact-title" className="py-20 lg:py-28">
      <div className="wrap grid grid-cols-1 gap-10 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div>
          <h2 id="contact-title" className="display text-2xl">
            Your next rank starts here
          </h2>
          <p className="mt-4 max-w-prose text-lg">
            Tell us where you are stuck, and we find the coach and the hour that get you out of there.
          </p>
        </div>
        <Panel
          aria-labelledby="contact-form-title"
          className="border-signal border-t-4 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <h3 id="contact-form-title" className="display mb-5 text-xl">
            Book a Session
          </h3>
          <ContactForm key={departures} />
        </Panel>
        <ul className="flex flex-col gap-6">
          <Assurance icon={<Reply />} title="An answer within 24 hours">
            Write to your coach or to us, and you hear back within a day.
          </Assurance>
          <Assurance icon={<Headset />} title="24/7 support">
            You play at odd hours. So does our support.
          </Assurance>
          <Assurance icon={<CalendarCheck />} title="Your hour is yours">
            The time you book is held for you alone while you pay, and moving it is free until 12 hours before.
            <ButtonAnchor href="#coaches" variant="secondary" className="mt-4">
              Choose a coach
            </ButtonAnchor>
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
