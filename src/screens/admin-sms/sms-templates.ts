import { toOneSms } from '#src/shared/text/sms-text.ts'
import type { Person } from './person.ts'

type Template = { label: string; text: string }

/** Short texts to start an SMS from; each fits into one. */
export function templatesFor(person: Pick<Person, 'name' | 'type' | 'session'>): Template[] {
  const { name, session } = person
  return textsFor(person, `Hi ${name}, Level Up here.`).map(({ label, text }) => ({
    label,
    text: toOneSms(text, session ? [name, session.coachName] : [name]),
  }))
}

function textsFor({ type, session }: Pick<Person, 'type' | 'session'>, hello: string): Template[] {
  if (type === 'Coach application')
    return [
      { label: 'Got it', text: `${hello} We have your coach application and answer within 3-5 business days.` },
      {
        label: 'Question',
        text: `${hello} We have a question about your application. Please look into your applicant chat.`,
      },
    ]
  return [
    {
      label: 'Reminder',
      text: `${hello} Your session${session ? ` with ${session.coachName}` : ''} is ${session?.when ? `on ${session.when}` : 'coming up'}. Please be on Discord five minutes early.`,
    },
    {
      label: 'Running late',
      text: `${hello} Your coach is running a few minutes late. Sorry, and thanks for waiting.`,
    },
    { label: 'Please write', text: `${hello} We have a question about your booking. Please look into My Sessions.` },
  ]
}

/** The field's text once a template was chosen: another template gives way to it, what somebody typed stays before it. */
export function withTemplate(typed: string, chosen: Template, templates: Template[]): string {
  const own = typed.trimEnd()
  return !own || templates.some(({ text }) => text === own) ? chosen.text : `${own}\n${chosen.text}`
}
