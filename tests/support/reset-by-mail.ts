import { requestCode } from '#src/features/accounts/contract.ts'
import type { TestApp } from './app.ts'
import { codeIn } from './code-in.ts'

/** Sets a new password by a mailed code. */
export async function resetByMail(t: TestApp, email: string, password: string) {
  const asked = await t.call(requestCode, { body: { purpose: 'reset-password', email } })
  await t.runJobs()
  const mail = t.sandbox.outbox.list().find(({ to, subject }) => to === email && subject === 'Set a new password')!
  return t.app.http.inject({
    method: 'POST',
    url: '/api/auth/codes/redeem',
    headers: { cookie: String(asked.headers['set-cookie']).split(';')[0]! },
    payload: { purpose: 'reset-password', email, code: codeIn(mail.text!)!, password, confirmPassword: password },
  })
}
