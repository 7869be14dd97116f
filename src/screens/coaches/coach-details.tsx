import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coachDetailsQuery } from '#src/features/coaches/web/coaches-query.ts'
import { languageNames } from '#src/shared/languages.ts'
import { showZone } from '#src/shared/times.ts'
import { outsideLink } from '#src/ui/controls/outside-link.ts'

/** How a coach teaches, in their own words, and what one wants to know before booking. */
export function CoachDetails({ coach: { slug, languages } }: { coach: Coach }) {
  const { data } = useQuery(coachDetailsQuery(slug))
  if (!data) return null
  const { howITeach, clipUrl, publicLinks, zone, answerMinutes, punctuality } = data
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
        <dl className="grid content-start gap-4">
          {languages.length > 0 && <Fact term="Languages">{languageNames(languages).join(', ')}</Fact>}
          {zone && <Fact term="Time zone">{showZone(zone)}</Fact>}
          {answerMinutes !== null && <Fact term="In the chat">Usually answers within {answerTime(answerMinutes)}</Fact>}
          {punctuality && (
            <Fact term="On time">
              {punctuality.onTime} of {punctuality.of} sessions
            </Fact>
          )}
          {clipUrl && (
            <Fact term="Clip">
              <OutgoingLink address={clipUrl}>Watch on {hostOf(clipUrl)}</OutgoingLink>
            </Fact>
          )}
          {publicLinks.length > 0 && (
            <Fact term="Portfolio">
              <ul>
                {publicLinks.map((address) => (
                  <li key={address}>
                    <OutgoingLink address={address}>{hostAndPath(address)}</OutgoingLink>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      </div>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-faint">{term}</dt>
      <dd className="min-w-0 text-strong [overflow-wrap:anywhere]">{children}</dd>
    </div>
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
