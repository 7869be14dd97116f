import { useMutation } from '@tanstack/react-query'
import { type Application, answerAsOwner } from '#src/features/applications/contract.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

type OwnerAnswerProps = { ownerToken: string; onMine(application: Application): void }

/** By our mail's link: the owner of a typed address says whether it was them. Opening the link alone says nothing. */
export function OwnerAnswer({ ownerToken, onMine }: OwnerAnswerProps) {
  const answer = useMutation({
    mutationFn: (wasMe: boolean) => callApi(answerAsOwner, { body: { ownerToken, wasMe } }),
    onSuccess: (application, wasMe) => wasMe && onMine(application),
  })
  const isClosed = answer.isSuccess && answer.variables === false
  return (
    <LoginFrame title="Was it you?" lead="Somebody applied to coach with your e-mail." rungs={[]} footer={null}>
      <div aria-live="polite" className="flex flex-col gap-4">
        {isClosed ? (
          <Alert tone="good" title="Closed.">
            Nobody can write in your name.
          </Alert>
        ) : (
          <>
            <Button size="lg" busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
              It was me
            </Button>
            <Button
              size="lg"
              variant="secondary"
              busy={answer.isPending && !answer.variables}
              onClick={() => answer.mutate(false)}
            >
              It was not me
            </Button>
          </>
        )}
        {answer.error && (
          <Alert tone="bad" title="Your answer did not get through">
            {errorText(answer.error, 'We could not reach the server. Please check your connection.')}
          </Alert>
        )}
      </div>
    </LoginFrame>
  )
}
