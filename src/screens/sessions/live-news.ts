import { useEffect, useRef } from 'react'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { isCalledOff } from '#src/features/sessions/web/session-states-query.ts'
import { toast } from '#src/ui/feedback/toast.ts'

type News = { key: string; title: string; description: string }

/** Points out what the coach did while the page is looked at: it may stand above what one reads. */
export function useLiveNews(states: SessionState[] | undefined): void {
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!states) return
    const news = states.flatMap(newsOf)
    const fresh = known.current && news.find(({ key }) => !known.current?.has(key))
    known.current = new Set(news.map(({ key }) => key))
    if (fresh) toast({ title: fresh.title, description: fresh.description })
  }, [states])
}

/** What the coach said, answered, proposed or called off of a session. */
function newsOf({ as, bookingId, otherName, question, proposal, choice }: SessionState): News[] {
  if (as !== 'player') return []
  const [above, beside] = ['It stands at the top of this page.', 'It stands with your session.']
  return [
    ...(question?.by === 'coach'
      ? [{ key: question.id, title: `${otherName} says something about your session`, description: above }]
      : []),
    ...(question?.by === 'player' && question.agrees !== null
      ? [{ key: `${question.id} ${question.agrees}`, title: `${otherName} answered`, description: above }]
      : []),
    ...(proposal
      ? [
          {
            key: `${bookingId} ${proposal.startsAt}`,
            title: `${otherName} proposes another hour`,
            description: beside,
          },
        ]
      : []),
    ...(choice && isCalledOff({ choice })
      ? [{ key: choice.id, title: `${choice.coachName} called off your session`, description: beside }]
      : []),
  ]
}
