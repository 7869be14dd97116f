import type { FormEvent } from 'react'
import type { Intake } from '#src/features/sessions/contract.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { IntakeFields, useIntakeForm, useLastIntake } from './intake-form.tsx'

type PrepareDialogProps = {
  session: { id: string; coachId: string | null; coachName: string; serviceName: string }
  userId: string
  onClose(): void
}

/** Where a player says what to work on in a session, prefilled with what they said last. */
export default function PrepareDialog(props: PrepareDialogProps) {
  const { session, onClose } = props
  const { data, error, isFetching, refetch } = useLastIntake(session.id)
  const coach = session.coachId ? session.coachName : 'Your coach'
  return (
    <Dialog
      title="Prepare your session"
      description={`${coach} reads it before your ${session.serviceName}.`}
      onClose={onClose}
      sticky
    >
      {data ? (
        <Prepare {...props} intake={data.intake} coach={coach} />
      ) : error ? (
        <LoadFailed
          title="Your last words could not be loaded"
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

function Prepare({
  session,
  userId,
  intake,
  coach,
  onClose,
}: PrepareDialogProps & { intake: Intake | null; coach: string }) {
  const { form, save } = useIntakeForm({ bookingId: session.id, userId, intake })
  const { isSubmitting } = form.formState
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await save())) return
    toast({ title: `Saved: ${coach} sees it now.` })
    onClose()
  }
  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <IntakeFields form={form} />
      <p className="text-sm">Only your coach and our team see this.</p>
      <DialogButtons busy={isSubmitting} onClose={onClose}>
        <Button type="submit" busy={isSubmitting}>
          Save
        </Button>
      </DialogButtons>
    </Form>
  )
}
