import { expect } from 'vitest'
import { redeemCode, requestCode } from '#src/features/accounts/contract.ts'
import type { TestApp } from './app.ts'
import { codeIn } from './code-in.ts'

/** Browsers that ask for mailed codes and use them, and the mails they come in. */
export function codeBrowsers(t: TestApp) {
  const mailsTo = (email: string) => t.sandbox.outbox.list().filter(({ to }) => to === email)
  return {
    mailsTo,
    /** The code of the newest mail to that address. */
    mailedCode: async (email: string): Promise<string> => {
      await t.runJobs()
      const [mail] = mailsTo(email)
      expect(mail!.subject).not.toMatch(/\d{8}/)
      return codeIn(mail!.text)!
    },
    /** A browser: keeps the cookies it is given and sends them back. */
    aBrowser: (token?: string) => {
      const jar = new Map<string, string>()
      async function send(url: string, payload: object) {
        const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
        const headers = { cookie, ...(token && { authorization: `Bearer ${token}` }) }
        const answer = await t.app.http.inject({ method: 'POST', url, headers, payload })
        for (const { name, value } of answer.cookies) jar.set(name, value)
        return { status: answer.statusCode, body: answer.json() }
      }
      return {
        jar,
        send,
        ask: (email: string, purpose = 'reset-password') => send(requestCode.path, { purpose, email }),
        reset: (email: string, code: string, password = 'new-secret') =>
          send(redeemCode.path, { purpose: 'reset-password', email, code, password, confirmPassword: password }),
        verify: (email: string, code: string) => send(redeemCode.path, { purpose: 'verify-email', email, code }),
      }
    },
  }
}
