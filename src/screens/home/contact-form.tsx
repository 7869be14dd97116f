import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import { expireLogin, useAccount } from '#src/features/accounts/web/use-account.ts'
import { gameLabel, wireGames } from '#src/shared/games.ts'
import { callApi, HttpError, isSessionExpired } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** Where this tab keeps what was typed, so that it is still there after logging in. */
const draftKey = 'draft:contact'
const here = '/#contact'
const back = encodeURIComponent(here)
const link = 'touch inline-flex items-center font-medium text-signal underline underline-offset-4'

/**
 * 'Book a Session'. The browser itself keeps the fields, and the rules of the contract are loaded when the form is sent:
 * everybody loads this file, so it goes without the form libraries.
 */
export function ContactForm() {
  const { user } = useAccount()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSending, setSending] = useState(false)

  // Something may have been typed before React listened: that is kept, too.
  useEffect(() => {
    if (!form.current) return
    fillIn(form.current, JSON.parse(sessionStorage.getItem(draftKey) ?? '{}'))
    keepDraft(form.current, null)
  }, [])
  useEffect(() => {
    const fields = form.current
    if (!user || !fields) return
    fillIn(fields, ownValues(user))
    // The next person at this browser is somebody else.
    return () => takeOut(fields, ownValues(user))
  }, [user])

  function noteChange({ target, currentTarget }: ChangeEvent<HTMLFormElement>) {
    keepDraft(currentTarget, user)
    setErrors(({ [target.name]: _, ...others }) => others)
  }

  function showErrors(fields: HTMLFormElement, found: Record<string, string>) {
    setErrors(found)
    valueFields(fields)
      .find(({ name }) => found[name])
      ?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget
    if (!user) return navigate(`/login?next=${back}`)
    setSending(true)
    try {
      const { contactBody, sendContact } = await import('#src/features/contacts/contract.ts')
      const checked = contactBody.safeParse(valuesOf(fields))
      if (!checked.success) {
        const issues = checked.error.issues.toReversed()
        return showErrors(fields, Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
      }
      await callApi(sendContact, { body: checked.data })
    } catch (error) {
      if (isSessionExpired(error)) return expireLogin({ next: here })
      if (error instanceof HttpError) showErrors(fields, (error.answer.fields ?? {}) as Record<string, string>)
      return toastError('Error sending message', error, 'Please try again later.')
    } finally {
      setSending(false)
    }
    sessionStorage.removeItem(draftKey)
    fields.reset()
    fillIn(fields, ownValues(user))
    toast({
      title: 'Message sent successfully!',
      description: "We'll contact you within 24 hours to schedule your coaching session.",
    })
  }

  return (
    <Form ref={form} onSubmit={submit} onChange={noteChange} noValidate className="flex flex-col gap-5">
      {/* Both notes take up the place, so that nothing moves when it turns out that somebody is signed in. */}
      <div className="grid *:[grid-area:1/1]">
        <Alert title="We reply within 24 hours" className={cx(!user && 'invisible')}>
          You get a copy of your message by e-mail.
        </Alert>
        <Alert title="Login required" className={cx(user && 'invisible')}>
          <AppLink to={`/login?next=${back}`} className={link}>
            Sign in
          </AppLink>{' '}
          or{' '}
          <AppLink to={`/signup?next=${back}`} className={link}>
            create an account
          </AppLink>{' '}
          to send it. What you type stays here.
        </Alert>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <TextInput name="name" autoComplete="name" />
        </Field>
        <Field label="Email" error={errors.email}>
          <TextInput name="email" type="email" autoComplete="email" placeholder="you@example.com" />
        </Field>
        <Field label="Game" error={errors.game}>
          <Select name="game">
            <option value="">Choose a game</option>
            {wireGames.map((game) => (
              <option key={game} value={game}>
                {gameLabel(game)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Current rank" optional error={errors.currentRank}>
          <TextInput name="currentRank" autoComplete="off" placeholder="Platinum II" />
        </Field>
      </div>
      <Field label="Message" error={errors.message}>
        <Textarea
          name="message"
          className="min-h-44"
          placeholder="What do you want to get better at, and when can you play?"
        />
      </Field>
      <Button type="submit" size="lg" busy={isSending}>
        {isSending ? 'Sending...' : user ? 'Send Message' : 'Login to Book'}
      </Button>
    </Form>
  )
}

type ValueField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function valueFields(form: HTMLFormElement): ValueField[] {
  return ([...form.elements] as ValueField[]).filter(({ name }) => name)
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(valueFields(form).map(({ name, value }) => [name, value]))
}

/** What a signed-in user need not type. */
function ownValues(user: User | null): Record<string, string> {
  return user ? { name: user.name, email: user.email } : {}
}

function keepDraft(form: HTMLFormElement, user: User | null) {
  const own = ownValues(user)
  const draft = Object.entries(valuesOf(form)).filter(([name, value]) => value !== own[name])
  sessionStorage.setItem(draftKey, JSON.stringify(Object.fromEntries(draft)))
}

/** Fills fields that are still empty: what somebody typed meanwhile stays. */
function fillIn(form: HTMLFormElement, values: Record<string, string>) {
  for (const field of valueFields(form)) field.value ||= values[field.name] ?? ''
}

/** Empties the fields that still hold exactly these values. */
function takeOut(form: HTMLFormElement, values: Record<string, string>) {
  for (const field of valueFields(form)) if (field.value === values[field.name]) field.value = ''
}
