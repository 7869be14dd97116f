import { navigate } from 'wouter/use-browser-location'
import { addRemedy, type HttpError } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/*
 * Imported for what it does: from then on a call that the server lets through only with a fresh proof of who one is
 * (403 with `reason: 'confirm'`) asks for that proof in a dialog and goes on by itself. When the dialog is closed
 * instead, the call fails with the server's words. A person who must set up a second step is led there.
 */
addRemedy(async (refusal, tryAgain) => {
  const { reason, message, by } = refusal.answer
  if (reason === 'second-factor' && location.pathname !== '/account') {
    navigate('/account')
    toast({ title: 'Set up your second step', description: message, variant: 'destructive' })
  }
  // Nothing that could be typed here proves anything to the admin area.
  if (reason !== 'confirm' || by === 'admin-login' || !(await confirmOnce(refusal))) return
  return tryAgain()
})

let asking: Promise<boolean> | null = null

/** Two calls refused at the same moment share one dialog. */
async function confirmOnce({ answer }: HttpError): Promise<boolean> {
  asking ??= import('./confirm-dialog.tsx')
    .then(({ askToConfirm }) => askToConfirm(answer.by === 'code' ? 'code' : 'password'))
    .catch(() => false)
    .finally(() => {
      asking = null
    })
  return asking
}
