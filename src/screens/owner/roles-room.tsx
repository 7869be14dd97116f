import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { changeRole, changeRoleBody, listRoles, type StaffMember } from '#src/features/accounts/contract.ts'
import { endLoginSessionsBody, endLoginSessionsOf } from '#src/features/accounts/login-sessions-contract.ts'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { refreshUser } from '#src/features/accounts/web/use-account.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import { StaffRules } from './staff-rules.tsx'

const AskDialog = lazyDialog(() => import('#src/ui/controls/ask-dialog.tsx'))

/** Who works here, and who is made an admin. */
export function RolesRoom({ ownerId }: { ownerId: string }) {
  const { data, ...list } = useQuery({
    queryKey: [listRoles.path, ownerId],
    queryFn: () => callApi(listRoles),
    staleTime: 0,
  })
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_22rem]">
      <div>
        <GrowingList
          label="People with a role"
          list={{ ...list, items: data, hasNextPage: false, isFetchingNextPage: false, fetchNextPage() {} }}
          empty={<EmptyState icon={ShieldCheck} title="Nobody has a role yet" />}
        >
          {(member) => (
            <Entry key={member.id} member={member} isSelf={member.id === ownerId} onChanged={list.refetch} />
          )}
        </GrowingList>
      </div>
      {/* On phones below the list: it comes with that, and does not jump. */}
      {(data || list.error) && (
        <div className="grid content-start gap-6">
          <GrantForm ownerId={ownerId} onChanged={list.refetch} />
          <EndSessionsForm />
          <StaffRules ownerId={ownerId} />
        </div>
      )}
    </div>
  )
}

type EntryProps = { member: StaffMember; isSelf: boolean; onChanged(): Promise<unknown> }

function Entry({ member, isSelf, onChanged }: EntryProps) {
  const { name, email, isOwner, isAdmin, hasSecondFactor } = member
  const [asked, setAsked] = useState<'take' | 'end' | null>(null)
  const close = () => setAsked(null)
  return (
    <li className={entryLook}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="min-w-0 font-semibold text-strong">{name}</h3>
          {isOwner && <Badge tone="signal">Owner</Badge>}
          {isAdmin && <Badge>Admin</Badge>}
          {hasSecondFactor && <Badge tone="good">Second step</Badge>}
        </div>
        <p className="mt-1 [overflow-wrap:anywhere]">{email}</p>
      </div>
      <div className="flex flex-wrap content-start gap-3">
        {!isSelf && (
          <Button size="sm" variant="secondary" aria-label={`End sessions of ${name}`} onClick={() => setAsked('end')}>
            End sessions
          </Button>
        )}
        {isSelf && !isAdmin && <MakeMeAdmin member={member} onChanged={onChanged} />}
        {isAdmin && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Remove admin role from ${name}`}
            onClick={() => setAsked('take')}
          >
            Remove admin role
          </Button>
        )}
      </div>
      {asked === 'end' && (
        <AskDialog
          title={`Log ${name} out?`}
          description={email}
          verb="End sessions"
          failed="Not logged out"
          act={async () => sayEnded(await callApi(endLoginSessionsOf, { body: { email } }))}
          onClose={close}
          onDone={close}
        >
          <p>Every session ends at once, on all devices: what they have not sent is lost. They are mailed.</p>
        </AskDialog>
      )}
      {asked === 'take' && (
        <AskDialog
          title={`Remove the admin role of ${name}?`}
          description={email}
          verb="Remove admin role"
          failed="Not saved"
          act={() => callApi(changeRole, { body: { email, role: 'admin', granted: false } })}
          onClose={close}
          onDone={async () => {
            close()
            await onChanged()
            toast({
              title: 'Admin role removed',
              description: `${name} is no longer an admin and has been logged out.`,
            })
          }}
        >
          <p>
            {isSelf ? 'You are' : 'They are'} logged out at once: what was not sent is lost. An owner can grant the role
            again.
          </p>
        </AskDialog>
      )}
    </li>
  )
}

/** Makes the account with this e-mail an admin, and says so. An owner who adds themself is one at once. */
async function makeAdmin(email: string, ownerId: string) {
  const { id, name } = await callApi(changeRole, { body: { email, role: 'admin', granted: true } })
  if (id !== ownerId)
    return toast({ title: 'Admin role granted', description: `${name} is an admin from their next login.` })
  await refreshUser()
  toast({ title: 'You are an admin now', description: 'Applications, SMS and free bookings are among your pages.' })
}

type MakeMeAdminProps = { member: StaffMember; onChanged(): Promise<unknown> }

/** In the row of an owner who is no admin. */
function MakeMeAdmin({ member: { id, email }, onChanged }: MakeMeAdminProps) {
  const make = useMutation({
    mutationFn: () => makeAdmin(email, id),
    onSuccess: onChanged,
    onError: (error) => toastError('Not saved', error),
  })
  return (
    <Button size="sm" busy={make.isPending} onClick={() => make.mutate()}>
      Make me an admin
    </Button>
  )
}

function sayEnded({ name, ended }: CallReply<typeof endLoginSessionsOf>) {
  toast(
    ended
      ? {
          title: 'Logged out everywhere',
          description: `${ended === 1 ? '1 session' : `${ended} sessions`} of ${name} ended. They are notified by e-mail.`,
        }
      : { title: 'Nothing to end', description: `${name} had no active sessions.` },
  )
}

/** For people without a role, too: a player who lost a phone. */
function EndSessionsForm() {
  const email = useSearch().get('email') ?? ''
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(endLoginSessionsBody),
    // A link from somebody's page names them.
    defaultValues: { email },
  })
  const submit = handleSubmit(async (body) => {
    try {
      sayEnded(await callApi(endLoginSessionsOf, { body }))
      reset()
    } catch (error) {
      const message = errorText(error, 'We could not reach the server. Please try again.')
      setError('email', { message }, { shouldFocus: true })
    }
  })
  return (
    <Form onSubmit={submit} noValidate className="grid content-start gap-4 self-start rounded-lg bg-panel p-5">
      <h2 className="display text-lg">Log somebody out</h2>
      <p className="text-sm">
        Ends every session of an account, on all devices and in the admin area. They can log in again at once.
      </p>
      <Field label="E-mail of the account" error={formState.errors.email?.message}>
        <TextInput type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Button type="submit" variant="secondary" busy={formState.isSubmitting} className="justify-self-start">
        End all sessions
      </Button>
    </Form>
  )
}

function GrantForm({ ownerId, onChanged }: { ownerId: string; onChanged(): Promise<unknown> }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(changeRoleBody),
    defaultValues: { email: '', role: 'admin' as const, granted: true },
  })
  const submit = handleSubmit(async (body) => {
    try {
      await makeAdmin(body.email, ownerId)
      await onChanged()
      reset()
    } catch (error) {
      showRefusedFields(error, setError)
      const message = errorText(error, 'We could not reach the server. Please try again.')
      setError('email', { message }, { shouldFocus: true })
    }
  })
  return (
    <Form onSubmit={submit} noValidate className="grid content-start gap-4 self-start rounded-lg bg-panel p-5">
      <h2 className="display text-lg">Make somebody an admin</h2>
      <p className="text-sm">
        Admins send SMS, review applications, create free bookings and see all bookings. They need an account with a
        verified e-mail, and are logged out: it counts from their next login.
      </p>
      <Field label="E-mail" error={formState.errors.email?.message}>
        <TextInput type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Button type="submit" busy={formState.isSubmitting} className="justify-self-start">
        Grant admin role
      </Button>
    </Form>
  )
}
