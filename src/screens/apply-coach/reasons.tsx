import { reviewTime } from '#src/features/applications/rules.ts'
import { cx } from '#src/ui/class-names.ts'

const reasons = [
  { title: 'Your hours', text: 'Say when you are free. Only those hours can be booked, and never twice.' },
  { title: 'What you earn', text: 'A share of each session you hold, agreed with you before your first one.' },
  { title: 'A page of your own', text: 'Your rank, what you teach and how players rate you, with your free hours.' },
  { title: 'We do the desk work', text: 'Bookings, payments, invites and reminders run by themselves.' },
]

/** Two steps below the headline, two beside it, each higher than the one before. */
const climb = [
  'lg:row-start-2',
  'lg:row-start-2 lg:mb-20',
  'lg:row-span-2 lg:row-start-1 lg:mb-40',
  'lg:row-span-2 lg:row-start-1 lg:mb-60',
]
const sameGrid =
  'lg:col-span-4 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:grid lg:grid-cols-subgrid lg:grid-rows-subgrid'

/** What speaks for coaching here: on wide screens a staircase past the headline, in whose grid of four columns it stands. */
export function WhatCoachesGet() {
  return (
    <section aria-labelledby="reasons-title" className={sameGrid}>
      <h2 id="reasons-title" className="sr-only">
        What coaches get
      </h2>
      <ul className={cx('mt-10 grid gap-7 sm:grid-cols-2 lg:mt-0 lg:gap-0', sameGrid)}>
        {reasons.map(({ title, text }, index) => (
          <li
            key={title}
            className={cx(
              'min-w-0 border-t-4 pt-4 lg:min-h-36 lg:self-end lg:border-l-4 lg:pr-6 lg:pl-5',
              index === reasons.length - 1 ? 'border-signal' : 'border-edge',
              climb[index],
            )}
          >
            <h3 className="font-semibold text-lg">{title}</h3>
            <p className="mt-1 max-w-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps = [
  { title: 'You apply', text: 'Three short sections. No account, no fee.' },
  { title: 'A person reads it', text: `The review takes ${reviewTime}.` },
  { title: 'You hear from us', text: 'By e-mail, whatever we decide. Until then you can look up where it stands.' },
  { title: 'You coach', text: 'We publish your profile, and players can book your hours.' },
]

/** Beside the form: what happens after it. */
export function HowReviewWorks() {
  return (
    <aside aria-labelledby="review-title" className="lg:sticky lg:top-28 lg:self-start">
      <h2 id="review-title" className="display text-lg">
        How the review works
      </h2>
      <ol className="mt-6 flex flex-col">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative border-edge border-l-4 pb-7 pl-5 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-1 h-1 w-4 bg-signal" />
            <p className="font-semibold text-strong">
              <span className="figures text-faint">{index + 1}</span> {title}
            </p>
            <p className="mt-0.5">{text}</p>
          </li>
        ))}
      </ol>
    </aside>
  )
}
