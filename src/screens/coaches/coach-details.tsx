import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coachDetailsQuery } from '#src/features/coaches/web/coaches-query.ts'
import { languageNames } from '#src/shared/languages.ts'
import { showZone } from '#src/shared/times.ts'
import { outsideLink } from '#src/ui/controls/outside-link.ts'

/** How a coach teaches, in their own words, and what one wants to know before booking; nothing of what is not known. */
export function CoachDetails({ coach: { slug, languages, availability } }: { coach: Coach }) {
  const { data } = useQuery(coachDetailsQuery(slug))
  if (!data) return null
  const { howITeach, clipUrl, publicLinks, zone, answerMinutes, answersCounted, punctuality } = data
  const facts: [term: string, content: ReactNode][] = [
    ['Languages', languageNames(languages).join(', ')],
    ['Usual hours', availability],
    ['Time zone', zone && showZone(zone)],
    [
      'Answer time',
      answerMinutes !== null &&
        answersCounted &&
        `Usually within ${answerTime(answerMinutes)} (${answersCounted} answers)`,
    ],
    ['On time', punctuality && `${punctuality.onTime} of ${punctuality.of} sessions`],
    ['Clip', clipUrl && <OutgoingLink address={clipUrl}>Watch on {hostOf(clipUrl)}</OutgoingLink>],
    ['Portfolio', publicLinks.length > 0 && <Portfolio addresses={publicLinks} />],
  ]
  const known = facts.filter(([, content]) => content)
  if (!howITeach && known.length === 0) return null
  return (
    <section aria-labelledby="teaching-title" className="wrap pb-16 lg:pb-20">
      <div className="grid grid-cols-1 gap-8 border-line border-t pt-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="min-w-0">
          <h2 id="teaching-title" className="display text-xl">
            {howITeach ? 'How I teach' : 'Good to know'}
          </h2>
          {howITeach && (
            <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line text-lg [overflow-wrap:anywhere]">
              {howITeach}
            </p>
          )}
        </div>
        {known.length > 0 && (
          <dl className="grid content-start gap-4">
            {known.map(([term, content]) => (
              <div key={term} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <dt className="text-faint">{term}</dt>
                <dd dir="auto" className="min-w-0 text-strong [overflow-wrap:anywhere]">
                  {content}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

function Portfolio({ addresses }: { addresses: string[] }) {
  return (
    <ul>
      {addresses.map((address) => (
        <li key={address}>
          <OutgoingLink address={address}>{hostAndPath(address)}</OutgoingLink>
        </li>
      ))}
    </ul>
  )
}

/** A coach's link to another site: nothing is asked of that site before the press. */
function OutgoingLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a href={address} {...outsideLink} className="touch inline-flex items-center underline underline-offset-4">
      <span>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  )
}

/** The site of an address, as browsers show it: `'www.youtube.com'`. */
const hostOf = (address: string) => new URL(address).host

/** `'twitch.tv/vexflip'` */
const hostAndPath = (address: string) => hostOf(address) + new URL(address).pathname.replace(/\/$/, '')

/** Minutes as people say them, rounded up: 61 → `'2 hours'`. */
function answerTime(minutes: number): string {
  const hours = Math.ceil(minutes / 60)
  if (hours <= 1) return 'an hour'
  if (hours < 24) return `${hours} hours`
  const days = Math.ceil(hours / 24)
  return days === 1 ? 'a day' : `${days} days`
}
