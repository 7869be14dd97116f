import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { coachSessionsKey } from '#src/features/bookings/web/coach-sessions-query.ts'
import { readWriteUp, saveWriteUp, type WriteUp, type Written } from '#src/features/sessions/write-up-contract.ts'
import { shortestNotes, writtenLength } from '#src/features/sessions/write-ups.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogButtons, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { drillsKey, useDrills } from './drills-query.ts'
import { HomeworkFields } from './homework-fields.tsx'
import { checkWriteUp, type TypedWriteUp, toType, withoutEmpty } from './typed-write-up.ts'

type WriteUpDialogProps = {
  session: CoachSession
  /** It was sent for the first time. */
  onSent(): void
  onClose(): void
}

/** Where a coach writes up a session, or corrects what they wrote. What is typed stays in the tab until it is sent. */
export default function WriteUpDialog({ session, onSent, onClose }: WriteUpDialogProps) {
  const { user } = useAccount()
  const input = { params: { bookingId: session.id } }
  const written = useQuery({
    queryKey: [callUrl(readWriteUp, input)],
    queryFn: () => callApi(readWriteUp, input),
    staleTime: 0,
    gcTime: 0,
    // What is being typed stays.
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
  return (
    <Dialog
      title={`Write up ${session.customerName}’s session`}
      description={
        session.notesSentAt
          ? 'They see what you change on their Progress page.'
          : 'They are mailed, and read it on their Progress page.'
      }
      onClose={onClose}
      sticky
      ownBody
    >
      {written.data && user ? (
        <WriteUpForm session={session} userId={user.id} {...written.data} onSent={onSent} onClose={onClose} />
      ) : (
        <DialogBody>
          {written.error ? (
            <LoadFailed
              title="What you wrote could not be loaded"
              error={written.error}
              isFetching={written.isFetching}
              refetch={written.refetch}
            />
          ) : (
            <Skeleton className="h-96" />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

type WriteUpFormProps = WriteUpDialogProps & {
  userId: string
  writeUp: Written | null
  sameHour: { playerName: string; writeUp: Written } | null
}

const places = ['First', 'Second', 'Third']

function WriteUpForm({ session, userId, writeUp, sameHour, onSent, onClose }: WriteUpFormProps) {
  const { id, customerName, owed, notesSentAt } = session
  const formId = useId()
  const client = useQueryClient()
  const drills = useDrills(userId)
  const [kept, keep] = useKept<TypedWriteUp>(`write-up:${id}`)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const typed = kept ?? toType(writeUp)
  const first = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A phone's keyboard would cover half the form.
    if (matchMedia('(pointer: fine)').matches) first.current?.focus()
  }, [])
  const missing = owed ? shortestNotes - writtenLength(typed) : 0
  const send = useMutation({
    mutationFn: (body: WriteUp) => callApi(saveWriteUp, { params: { bookingId: id }, body }),
    onSuccess: async ({ isFirst }) => {
      keep(null)
      toast(
        isFirst
          ? { title: `Sent to ${customerName}`, description: 'They are mailed now.' }
          : { title: 'Saved', description: `${customerName} sees it now.` },
      )
      onClose()
      if (isFirst) onSent()
      await client.invalidateQueries({ queryKey: drillsKey(userId) })
    },
    // Refused or not, what we knew of the session may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey: coachSessionsKey }),
  })
  function submit() {
    const cleaned = withoutEmpty(typed)
    keep(cleaned)
    const checked = checkWriteUp(cleaned)
    setProblems(checked.problems)
    if (checked.body) send.mutate(checked.body)
  }
  const see = (place: number, text: string) => keep({ ...typed, seen: typed.seen.with(place, text) })

  return (
    <>
      <DialogBody>
        <Form
          id={formId}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {sameHour && !writeUp && !kept && (
            <Button variant="secondary" onClick={() => keep(toType(sameHour.writeUp))}>
              Copy what you wrote for {sameHour.playerName}
            </Button>
          )}
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-medium text-strong">Three things you saw</legend>
            {places.map((label, place) => (
              <Field key={label} label={label} optional={place > 0} error={place === 0 ? problems.seen : undefined}>
                <Textarea
                  ref={place === 0 ? first : undefined}
                  rows={1}
                  maxLength={300}
                  className="min-h-11!"
                  readOnly={send.isPending}
                  value={typed.seen[place] ?? ''}
                  onChange={({ target }) => see(place, target.value)}
                />
              </Field>
            ))}
          </fieldset>
          <HomeworkFields
            list={typed.homework}
            drills={drills.data ?? []}
            problems={problems}
            onChange={(homework) => keep({ ...typed, homework })}
          />
          <Field label="Next step" optional error={problems.nextStep}>
            <Textarea
              rows={1}
              maxLength={300}
              className="min-h-11!"
              readOnly={send.isPending}
              value={typed.nextStep}
              onChange={({ target }) => keep({ ...typed, nextStep: target.value })}
            />
          </Field>
        </Form>
      </DialogBody>
      <DialogFoot className="grid gap-3">
        {send.error && (
          <Alert tone="bad" title="Not sent">
            {errorText(send.error)} What you wrote is kept.
          </Alert>
        )}
        {missing > 0 && (
          <p className="figures text-sm">
            Notes were sold with this session. Letters and digits still missing: {missing}.
          </p>
        )}
        <DialogButtons busy={send.isPending} onClose={onClose}>
          <Button type="submit" form={formId} busy={send.isPending} disabled={missing > 0}>
            {notesSentAt ? 'Save' : `Send to ${customerName}`}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </>
  )
}
