import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#src/features/accounts/contract.ts'
import { expireLogin, useAccount } from '#src/features/accounts/web/use-account.ts'
import { promiseAbout } from '#src/features/contacts/rules.ts'
import { expertiseOf, gameLabel, type WireGame, wireGames } from '#src/shared/games.ts'
import { callApi, errorText, HttpError, isLoginExpired, refuseOffline } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { type ToastMessage, toast } from '#src/ui/feedback/toast.ts'
import { isMissingCode, missingWords } from '#src/ui/loading/missing-code.ts'

const link = 'touch inline-flex items-center font-medium text-signal underline underline-offset-4'

type ContactFormProps = {
  /** The form's own address, to which one comes back after logging in. */
  here: string
  /** Chosen elsewhere on the page; null: none. */
  game?: WireGame | null
  /** The coach whom the message is about; null: none in particular. */
  coach?: { id: string; name: string; gameExpertise: WireGame } | null
}

/**
 * 'Book a Session', or a question about a coach. The browser itself keeps the fields, and the rules of the contract are loaded when the form is sent:
 * everybody loads this file, so it goes without the form libraries.
 */
export function ContactForm({ here, game = null, coach = null }: ContactFormProps) {
  /** Where this tab keeps what was typed, so that it is still there after logging in. */
  const draftKey = coach ? `draft:contact:${coach.id}` : 'draft:contact'
  const back = encodeURIComponent(here)
  const preset: Record<string, string> = coach ? { game: coach.gameExpertise } : {}
  const { user } = useAccount()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSending, setSending] = useState(false)
  /** What became of the last try: it stays, the toast goes. */
  const [outcome, setOutcome] = useState<ToastMessage | null>(null)

  // Something may have been typed before React listened: that is kept, too.
  useEffect(() => {
    if (!form.current) return
    fillIn(form.current, { ...preset, ...JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') })
    keepDraft(draftKey, form.current, null)
  }, [])
  useEffect(() => {
    const fields = form.current
    if (!user || !fields) return
    fillIn(fields, ownValues(user))
    // The next person at this browser is somebody else.
    return () => takeOut(fields, ownValues(user))
  }, [user])
  useEffect(() => {
    if (game && form.current) form.current.game.value = game
  }, [game])

  function noteChange({ target, currentTarget }: ChangeEvent<HTMLFormElement>) {
    keepDraft(draftKey, currentTarget, user)
    setErrors(({ [target.name]: _, ...others }) => others)
    // The next message begins.
    if (!outcome?.variant) setOutcome(null)
  }

  function say(message: ToastMessage) {
    toast(message)
    setOutcome(message)
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
    setOutcome(null)
    try {
      refuseOffline()
      const { contactBody, sendContact } = await import('#src/features/contacts/contract.ts')
      const checked = contactBody.safeParse({ ...valuesOf(fields), coachId: coach?.id })
      if (!checked.success) {
        const issues = checked.error.issues.toReversed()
        return showErrors(fields, Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
      }
      await callApi(sendContact, { body: checked.data })
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin({ next: here })
      if (error instanceof HttpError) showErrors(fields, (error.answer.fields ?? {}) as Record<string, string>)
      const description = isMissingCode(error) ? missingWords.text : errorText(error, 'Please try again later.')
      return say({ title: 'Error sending message', description, variant: 'destructive' })
    } finally {
      setSending(false)
    }
    sessionStorage.removeItem(draftKey)
    fields.reset()
    fillIn(fields, { ...preset, ...ownValues(user) })
    say({
      title: 'Message sent successfully!',
      description: coach
        ? `${promiseAbout(coach.name)} The answer comes by e-mail.`
        : "We'll contact you within 24 hours to schedule your coaching session.",
    })
  }

  return (
    <Form ref={form} onSubmit={submit} onChange={noteChange} noValidate className="flex flex-col gap-5">
      {/* Both notes take up the place, so that nothing moves when it turns out that somebody is signed in. */}
      <div className="grid *:[grid-area:1/1]">
        <Alert title="We reply within 24 hours" className={cx(!user && 'invisible')}>
          {user && !user.emailVerified ? 'The answer comes by e-mail.' : 'You get a copy of your message by e-mail.'}
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
            {(coach ? gamesOf(coach.gameExpertise) : wireGames).map((game) => (
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
          placeholder={
            coach
              ? `What do you want to know about sessions with ${coach.name}?`
              : 'What do you want to get better at, and when can you play?'
          }
        />
      </Field>
      {outcome && (
        <Alert tone={outcome.variant ? 'bad' : 'good'} title={outcome.title} urgent={false}>
          {outcome.description}
        </Alert>
      )}
      <Button type="submit" size="lg" busy={isSending}>
        {isSending ? 'Sending...' : user ? 'Send Message' : coach ? 'Login to Ask' : 'Login to Book'}
      </Button>
    </Form>
  )
}

/** What may be said of these games: each of them, and several together. */
function gamesOf(expertise: WireGame): WireGame[] {
  const played = expertiseOf(expertise)
  return wireGames.filter((game) => expertiseOf(game).every((each) => played.includes(each)))
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

function keepDraft(draftKey: string, form: HTMLFormElement, user: User | null) {
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
