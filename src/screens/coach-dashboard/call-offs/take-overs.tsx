import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { coachSessionsKey } from '#src/features/bookings/web/coach-sessions-query.ts'
import { useOwn } from '#src/features/coaches/web/own-query.ts'
import { answerTakeOver, listTakeOvers } from '#src/features/sessions/call-off-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { showMoment, showWhen } from '#src/shared/session-times.ts'
import { showDuration } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'

type TakeOver = CallReply<typeof listTakeOvers>[number]

/** Sessions of other coaches that this one is asked to take, in the coach's room; nothing while nobody asks. */
export default function TakeOvers({ userId }: { userId: string }) {
  const { data = [] } = useOwn<typeof listTakeOvers>(listTakeOvers, userId, 30_000)
  const handOver = useFocusHandOver()
  return (
    <div className="contents" {...handOver}>
      {data.map((asked) => (
        <TakeOverCard key={asked.choiceId} asked={asked} />
      ))}
    </div>
  )
}

function TakeOverCard({ asked: { choiceId, serviceName, minutes, startsAt, zone, deadline } }: { asked: TakeOver }) {
  const client = useQueryClient()
  const readerZone = useReaderZone()
  const when = showWhen(startsAt, zone, readerZone)
  const answer = useMutation({
    mutationFn: (accepts: boolean) => callApi(answerTakeOver, { params: { choiceId }, body: { accepts } }),
    onSuccess: ({ isYours }, accepts) => {
      if (accepts)
        toast(
          isYours
            ? { title: `It is yours: ${when}`, description: 'The invite is in your mail.' }
            : { title: 'Too late', description: 'Somebody else was faster, or the player chose something else.' },
        )
    },
    onError: (error) => toastError('Not answered', error),
    onSettled: () => {
      client.invalidateQueries({ queryKey: [callUrl(listTakeOvers)] })
      client.invalidateQueries({ queryKey: coachSessionsKey })
    },
  })
  return (
    <section
      aria-label={`Can you jump in? ${serviceName}, ${when}`}
      className="grid gap-3 rounded-lg border border-signal bg-raised p-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between"
    >
      <p className="figures min-w-0">
        <span className="block font-semibold text-strong">Can you jump in? {when}</span>
        {serviceName}, {showDuration(minutes)}. Another coach cannot make it; the first yes plays. Answer by{' '}
        {showMoment(deadline, readerZone)}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={answer.isPending && answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          I take it
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={answer.isPending && !answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          I can’t
        </Button>
      </div>
    </section>
  )
}
