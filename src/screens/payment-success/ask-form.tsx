import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { HandleFields, ProfileNotSaved, useProfileForm } from '#src/features/accounts/web/profile-form.tsx'
import type { Intake, lastIntake } from '#src/features/sessions/contract.ts'
import { IntakeFields, useIntakeForm, useLastIntake } from '#src/features/sessions/web/intake-form.tsx'
import { SaidBefore } from '#src/features/sessions/web/said-before.tsx'
import type { CallReply } from '#src/shared/define-call.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type AskFormProps = {
  userId: string
  profile: Profile
  bookingId: string
  coachName: string
  /** The first booking that this browser shows: how the coach finds the player is asked with it alone. */
  isFirst: boolean
}

/** Asks a player who has just booked; they can leave it, and say it later. */
export default function AskForm(props: AskFormProps) {
  const { data } = useLastIntake(props.bookingId)
  return data ? <Asked last={data} {...props} /> : null
}

/** One form with one button for all that is not said yet: what was typed anywhere is saved. */
function Asked({
  last,
  userId,
  profile,
  bookingId,
  coachName,
  isFirst,
}: AskFormProps & { last: CallReply<typeof lastIntake> }) {
  const { discord } = profile.handles
  const handles = useProfileForm(profile)
  const intake = useIntakeForm({ bookingId, userId, intake: last.intake })
  const [said, setSaid] = useState<Intake | null>(last.isKept ? last.intake : null)
  const [busy, setBusy] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const [hasSaved, setSaved] = useState(false)
  const asked = useRef<HTMLFormElement>(null)
  const asksHandles = discord === null && isFirst
  const isDone = !asksHandles && said !== null
  const areHandlesTyped = handles.form.formState.isDirty
  useEffect(() => {
    // The button that was pressed is gone.
    if (isDone && hasSaved) asked.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [isDone, hasSaved])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const hasHandles = asksHandles && areHandlesTyped
    const hasIntake = said === null && Object.values(intake.form.getValues()).some((typed) => typed?.trim())
    setEmpty(!hasHandles && !hasIntake)
    setBusy(true)
    const kept = hasIntake ? await intake.save() : null
    // What is wrong is mended first: 'Saved' is said of all.
    const isFound = hasHandles && (kept !== null || !hasIntake) && (await handles.save())
    setBusy(false)
    if (kept) setSaid(kept)
    if (!isFound && !kept) return
    setSaved(true)
    // What was not saved says so itself.
    if (hasHandles && !isFound) return
    toast({ title: `Saved: ${coachName} sees it now.` })
  }

  return (
    <Form ref={asked} onSubmit={submit} noValidate className="mt-6 grid gap-6">
      {discord !== null || isFirst ? (
        <Part title={`How does ${coachName} find you?`}>
          {discord === null ? (
            <>
              <HandleFields form={handles.form} />
              <ProfileNotSaved form={handles.form} />
            </>
          ) : (
            <>
              <p className="[overflow-wrap:anywhere]">As {discord} on Discord.</p>
              <AppLink
                to="/account"
                className="touch inline-flex items-center justify-self-start underline underline-offset-4"
              >
                Change it in your account
              </AppLink>
            </>
          )}
        </Part>
      ) : (
        <AppLink
          to="/account"
          className="touch inline-flex items-center justify-self-start underline underline-offset-4"
        >
          Tell your coach how to find you
        </AppLink>
      )}
      <Part title={`What should ${coachName} work on with you?`}>
        {said ? (
          <>
            <SaidBefore intake={said} title="Your coach sees:" />
            <AppLink
              to={`/sessions?prepare=${bookingId}`}
              className="touch inline-flex items-center justify-self-start underline underline-offset-4"
            >
              Change it in My Sessions
            </AppLink>
          </>
        ) : (
          <IntakeFields form={intake.form} />
        )}
      </Part>
      {!isDone && (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm">Only your coach and our team see this.</p>
          {isEmpty && <Alert tone="bad">Every field is empty: there is nothing to save yet.</Alert>}
          <Button type="submit" variant="secondary" busy={busy}>
            Save
          </Button>
        </div>
      )}
    </Form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel aria-labelledby={id} className="grid gap-4">
      <h2 id={id} tabIndex={-1} className="display text-lg outline-none">
        {title}
      </h2>
      {children}
    </Panel>
  )
}
