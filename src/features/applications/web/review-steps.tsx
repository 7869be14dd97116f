import { type ApplicationStatus, reviewTime } from '#src/features/applications/rules.ts'
import { cx } from '#src/ui/class-names.ts'

type Step = { title: string; text: string }

const received = { title: 'We have your application', text: 'A receipt is on its way to your e-mail.' }
const reviewed = { title: 'A person read it', text: 'Every answer, and the links you sent.' }

/** What has happened to an application, where it is now, and what comes then. */
const steps: Record<ApplicationStatus, { isNow: number; list: Step[] }> = {
  pending: {
    isNow: 1,
    list: [
      received,
      { title: 'A person reads it', text: `The review takes ${reviewTime}. No bot sorts you out.` },
      {
        title: 'We decide and write to you',
        text: 'You get an e-mail either way, and your applicant chat shows the answer.',
      },
    ],
  },
  approved: {
    isNow: 2,
    list: [
      received,
      reviewed,
      { title: 'You are in', text: 'Welcome to the team. We put your profile together and write to you by e-mail.' },
    ],
  },
  rejected: {
    isNow: 2,
    list: [
      received,
      reviewed,
      { title: 'Not this time', text: 'Thank you for applying. Ranks change, and so can our answer: try again later.' },
    ],
  },
}

/** The review of an application as rungs: those behind it, the one it stands on, and those ahead. */
export function ReviewSteps({ status }: { status: ApplicationStatus }) {
  const { isNow, list } = steps[status]
  return (
    <ol className="flex flex-col gap-6">
      {list.map(({ title, text }, index) => (
        <li
          key={title}
          aria-current={index === isNow ? 'step' : undefined}
          className={cx(
            'border-t-4 pt-4',
            index < isNow && 'border-edge',
            index === isNow && 'border-signal',
            index > isNow && 'border-line border-dashed',
            ['', 'sm:ml-6', 'sm:ml-12'][index],
          )}
        >
          <p className="flex flex-wrap items-center gap-x-3 font-semibold text-lg text-strong">
            {title}
            {index < isNow && <span className="tag text-faint">Done</span>}
            {index === isNow && <span className="tag text-signal">Now</span>}
          </p>
          <p className="mt-1 max-w-prose">{text}</p>
        </li>
      ))}
    </ol>
  )
}
