import type { TestApp } from '../app.ts'
import { codeIn } from '../code-in.ts'

/** What somebody writes who applies as a coach. */
export const answers = {
  applicantName: 'Rimshot',
  applicantPhone: '020 7946 0958',
  gameExpertise: 'both',
  currentRank: 'Grand Champion II',
  coachingExperience: 'Three years of replay reviews.',
  whyCoach: 'I like it when something clicks.',
  availability: 'Weekday evenings',
}
export const noApplication = { status: 404, body: { message: 'No application found with this email address.' } }

let people = 0
export const newEmail = () => `applicant${++people}@else.test`

/** People who apply in their browsers, and read what they applied with. */
export function applicants(app: TestApp) {
  const mailsTo = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)
  /** A browser: keeps its cookies, and sends the bearer of the person signed in. */
  function openBrowser(token?: string) {
    const cookies: Record<string, string> = {}
    return async function send(method: 'GET' | 'POST', url: string, payload?: object) {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const answer = await app.app.http.inject({ method, url, payload, cookies, headers })
      for (const { name, value } of answer.cookies) cookies[name] = value
      return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies }
    }
  }
  type Browser = ReturnType<typeof openBrowser>
  return {
    ...{ mailsTo, openBrowser },
    apply: (browser: Browser, change: object) =>
      browser('POST', '/api/coach-applications', { ...answers, applicantEmail: newEmail(), ...change }),
    look: (browser: Browser, email: string) =>
      browser('GET', `/api/coach-application?email=${encodeURIComponent(email)}`),
    /** Has a code mailed to this browser and reads it in the mailbox. */
    mailedCode: async (browser: Browser, email: string): Promise<string> => {
      await browser('POST', '/api/auth/codes', { purpose: 'applicant-access', email })
      await app.runJobs()
      return codeIn(mailsTo(email)[0]!.text)!
    },
    enter: (browser: Browser, email: string, code: string) =>
      browser('POST', '/api/coach-application/access', { email, code }),
  }
}
