import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { readerZone } from '#src/features/accounts/web/reader-zone.ts'
import { solutionHeader } from '#src/shared/challenge.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { HttpError } from '#src/ui/call-api.ts'
import { currentToast, dismissToast, toast } from '#src/ui/feedback/toast.ts'

/** Enough for any phone, however busy. */
const most = 30_000

/**
 * Solves the challenge of a refused call and says so meanwhile. Gives the headers with which the same call is let
 * through; throws the refusal in words for whoever cannot solve it. `answer` is that of the 429.
 */
export async function solveChallenge(answer: HttpError['answer']): Promise<Record<string, string>> {
  toast({ title: 'One moment: we check that you are no bot. No puzzle.' })
  const notice = currentToast()
  try {
    const challenge = answer.challenge as Challenge
    // A worker whose code never comes does not even begin to count.
    const inTime = new Promise<null>((resolve) => setTimeout(resolve, most, null))
    const solving = solveChallengeWorkers({
      challenge,
      concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
      createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
      timeout: most,
    })
    const solution = await Promise.race([solving, inTime])
    if (solution) return { [solutionHeader]: btoa(JSON.stringify({ challenge, solution })) }
  } catch {
    // No workers, or no cryptography: said below.
  } finally {
    if (currentToast()?.id === notice?.id) dismissToast()
  }
  const time = showMoment(new Date(Date.now() + Number(answer.seconds) * 1_000), readerZone())
  const message = `This device could not finish the check. Try again at ${time}, or write to ${answer.helpEmail}.`
  throw new HttpError(429, JSON.stringify({ message }))
}
