import { requestCode } from '#src/features/accounts/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** What is known after a code was asked for. */
export type AskedCode = { email: string; outbox?: string }

/** Has a code mailed, and says so. Returns null when that failed, after saying why. */
export async function askCode(
  purpose: 'verify-email' | 'reset-password' | 'applicant-access',
  email: string,
): Promise<AskedCode | null> {
  try {
    const { outbox } = await callApi(requestCode, { body: { purpose, email } })
    toast({
      title: 'A code is on its way',
      description: `Look for a mail to ${email}. The code works for 10 minutes. No mail after a minute? Ask again.`,
    })
    return { email, outbox }
  } catch (error) {
    toastError('No code was sent', error, 'We could not reach the server. Please try again.')
    return null
  }
}
