import type { Intake } from '#src/features/sessions/contract.ts'
import { cx } from '#src/ui/class-names.ts'
import { outsideLink } from '#src/ui/controls/outside-link.ts'

type SaidBeforeProps = { intake: Intake; title: string; className?: string }

/** What a player said before a session, for the player and the coach. Links open beside, and vouch for nothing. */
export function SaidBefore({ intake, title, className }: SaidBeforeProps) {
  const { rank, goal, holdsBack, links } = intake
  const lines = [
    { label: 'Rank', text: rank },
    { label: 'Goal', text: goal },
    { label: 'Held back by', text: holdsBack },
  ].filter(({ text }) => text)
  return (
    <div className={cx('border-signal border-l-2 pl-3 text-sm [overflow-wrap:anywhere]', className)}>
      <p className="font-semibold text-strong">{title}</p>
      {lines.map(({ label, text }) => (
        <p key={label} dir="auto" className="whitespace-pre-wrap">
          {label}: <span className="text-strong">{text}</span>
        </p>
      ))}
      {links.length > 0 && (
        <ul aria-label="Replays and clips">
          {links.map((link) => (
            <li key={link}>
              <a
                href={link}
                {...outsideLink}
                className="touch inline-flex min-h-6 items-center text-signal underline underline-offset-4"
              >
                {shortened(link)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A link without what every address begins with. */
function shortened(link: string): string {
  const text = link.replace(/^https:\/\/(www\.)?/, '')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
