import type { Contact } from '#src/features/contacts/contract.ts'
import { gameLabel } from '#src/shared/games.ts'
import { mailtoUrl } from '#src/shared/text/mailto.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'

/** Longer links open no mail on some computers. */
const longestQuestion = 1_400

/**
 * Opens a mail with the question to the coach whom it is about, without who asks. Nothing where it is about none, or one
 * without an account.
 */
export function PassOn({ contact: { coachName, coachEmail, game, currentRank, message } }: { contact: Contact }) {
  if (!coachName || !coachEmail) return null
  const fits = encodeURIComponent(message).length <= longestQuestion
  const body = [
    `Hi ${coachName}, a player asks about sessions with you. Please answer this mail soon: we promised an answer within 24 hours.`,
    [gameLabel(game), currentRank].filter(Boolean).join(', '),
    fits ? message : '(Long question: copy it from the inquiry to here.)',
  ].join('\n\n')
  return (
    <ButtonAnchor
      size="sm"
      variant="secondary"
      href={mailtoUrl(coachEmail, { subject: 'A player has a question for you', body })}
    >
      Pass on to {coachName}
    </ButtonAnchor>
  )
}
