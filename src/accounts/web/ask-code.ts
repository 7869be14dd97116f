import { requestCode } from '#src/accounts/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/toast.ts'

/** What is known after a code was asked for. */
export type AskedCode = { email: string; outbox?: string }

/** Has a code mailed, and says so. Gives null when that failed, after saying why. */
export async function askCode(
  purpose: 'verify-email' | 'reset-password' | 'applicant-access',
  email: string,
): Promise<AskedCode | null> {
  try {
    const { outbox } = await callApi(requestCode, { body: { purpose, email } })
    toast({ title: 'We sent a code', description: `Look for a mail to ${email}. The code works for 10 minutes.` })
    return { email, outbox }
  } catch (error) {
    const description = errorText(error, 'We could not reach the server. Please try again.')
    toast({ title: 'No code was sent', description, variant: 'destructive' })
    return null
  }
}
