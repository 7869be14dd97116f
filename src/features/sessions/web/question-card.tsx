import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { followsWords, saidWords, silenceWords } from '#src/features/sessions/outcome-words.ts'
import type { Side } from '#src/features/sessions/outcomes.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { callApi, errorText, refuseOffline } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'

const AnswerNoDialog = lazyDialog(() => import('./answer-no-dialog.tsx'))

type Question = NonNullable<SessionState['question']>

/** Whether something can still be said to the question of a session: it is not settled, or its player can object. */
export function isOpenQuestion({ state, outcome, answerBy }: Question): boolean {
  return state !== 'settled' || (outcome === 'player-missing' && answerBy !== null)
}

type OpenQuestionsProps = {
  states: SessionState[] | undefined
  as: Side
  /** Epoch milliseconds. */
  now: number
}

/** The open questions about somebody's sessions, those that wait for their own answer first; nothing when there are none. */
export function OpenQuestions({ states = [], as, now }: OpenQuestionsProps) {
  const open = states.flatMap((state) => {
    const { question } = state
    return state.as === as && question && isOpenQuestion(question) ? [{ state, question }] : []
  })
  const handOver = useFocusHandOver()
  const isOwn = ({ question }: { question: Question }) => Number(question.by === as)
  return (
    <div className="contents" {...handOver}>
      {open
        .toSorted((a, b) => isOwn(a) - isOwn(b))
        .map((each) => (
          <QuestionCard key={each.state.bookingId} {...each} now={now} />
        ))}
    </div>
  )
}

/** What was said of a session, who answers until when, what follows, and the reader's own buttons. */
function QuestionCard({ state, question, now }: { state: SessionState; question: Question; now: number }) {
  const id = useId()
  const readerZone = useReaderZone()
  const client = useQueryClient()
  const { as, bookingId, otherName, serviceName, startsAt } = state
  const params = { bookingId }
  const [isSayingNo, setSayingNo] = useState(false)
  const names = { player: otherName, coach: otherName }
  const what = `${serviceName} with ${otherName}`
  const isMine = question.by === as
  const act = useMutation({
    mutationFn: async (answer: 'yes' | 'we-met') => {
      refuseOffline()
      // With a press only: rooms show this first, and the contract's schemas weigh more than all of it.
      const { answerQuestion, makeStatement } = await import('#src/features/sessions/outcomes-contract.ts')
      const questionId = question.id
      if (answer === 'we-met') await callApi(makeStatement, { params, body: { says: answer, questionId } })
      else await callApi(answerQuestion, { params, body: { questionId, agrees: true } })
    },
    // Answered or refused: what stands around the session has changed in several lists.
    onSettled: () => client.invalidateQueries(),
  })
  const moment = (instant: string) => showMoment(instant, readerZone)
  const button = (answer: 'yes' | 'we-met', label: string) => (
    <Button
      size="sm"
      variant="secondary"
      busy={act.isPending && act.variables === answer}
      disabled={act.isPending}
      aria-label={`${label}: ${what}`}
      onClick={() => act.mutate(answer)}
    >
      {label}
    </Button>
  )
  const no = question.outcome === 'player-missing' ? 'I was there' : 'That is not so'
  const canTakeBack = isMine && state.sayings['we-met'] === null
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-edge border-l-4 border-l-signal bg-panel p-4 sm:p-5"
    >
      <h2 id={id} className="font-semibold text-lg text-strong">
        {headingOf(question, isMine, otherName)}
      </h2>
      <p className="figures text-sm">
        {what}
        {startsAt && `, ${moment(startsAt)}`}
      </p>
      <div className="grid max-w-prose gap-2" role="status">
        <p className="text-strong">{saidWords(question, names, as)}</p>
        {textOf(question, { as, otherName, now, moment }).map((line) => (
          <p key={line} className="figures">
            {line}
          </p>
        ))}
      </div>
      {act.error && (
        <Alert tone="bad" title="Not said">
          {errorText(act.error)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {!isMine && question.agrees === null && (
          <>
            <Button
              size="sm"
              variant="secondary"
              disabled={act.isPending}
              aria-label={`${no}: ${what}`}
              onClick={() => setSayingNo(true)}
            >
              {no}
            </Button>
            {button('yes', 'It is so')}
          </>
        )}
        {!isMine && question.agrees === false && button('yes', 'It is so after all')}
        {canTakeBack && button('we-met', question.says === 'not-here' ? 'We met after all' : 'I take it back')}
      </div>
      {isSayingNo && (
        <AnswerNoDialog state={state} questionId={question.id} title={no} onClose={() => setSayingNo(false)} />
      )}
    </section>
  )
}

function headingOf(question: Question, isMine: boolean, otherName: string): string {
  if (question.state === 'staff') return 'Our team decides'
  if (question.outcome === 'player-missing') return 'Marked as a no-show'
  return isMine ? `Waiting for ${otherName}` : 'Is it so?'
}

type Reader = { as: Side; otherName: string; now: number; moment(instant: string): string }

/** Until when who can answer or decides, and what follows. */
function textOf(question: Question, { as, otherName, now, moment }: Reader): string[] {
  const { state, agrees, answerBy, decideBy, by } = question
  const isMine = by === as
  if (state === 'staff' && decideBy) {
    const who = isMine ? otherName : 'You'
    const answer =
      agrees !== null
        ? [`${who} answered: ${agrees ? 'it is so' : 'that is not so'}.`]
        : isMine
          ? []
          : ['You can still answer: it helps our team.']
    const isLate = Date.parse(decideBy) < now
    return [
      ...answer,
      isLate
        ? `Nothing moves until our team decides. It wanted to by ${moment(decideBy)}, and is reminded every day. Sorry!`
        : `Nothing moves until our team decides, by ${moment(decideBy)}.`,
    ]
  }
  if (!answerBy) return []
  const until = moment(answerBy)
  if (question.outcome === 'player-missing')
    return as === 'player'
      ? [`There is no refund for a no-show. Is that wrong? Say so until ${until}: then our team decides.`]
      : [`${otherName} can object until ${until}.`]
  const follows = followsWords(question, { player: otherName, coach: otherName }, as)
  return [
    isMine ? `${otherName} can answer until ${until}.` : `Please answer until ${until}.`,
    `If it is so, ${follows}. ${silenceWords(question)}`,
  ]
}
