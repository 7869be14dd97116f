import { useMutation } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { type ListedCoach, listOwnerCoaches } from '#src/features/bookings/staff-contract.ts'
import { useSettled } from '#src/features/bookings/web/picker/use-settled.ts'
import { editCoach, unlinkCoach } from '#src/features/coaches/contract.ts'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useList } from '#src/ui/lists/use-list.ts'

const EditCoachDialog = lazyDialog(() => import('./edit-coach-dialog.tsx'))
const AskDialog = lazyDialog(() => import('#src/ui/controls/ask-dialog.tsx'))
const PublishDialog = lazyDialog(() => import('./publish-dialog.tsx'))

/** All coaches: who is on the site, and what the site says about them. */
export function CoachesRoom({
  ownerId,
  q: wanted = '',
}: {
  ownerId: string /** What is looked for at first. */
  q?: string
}) {
  const [edited, setEdited] = useState<ListedCoach | null>(null)
  const [sought, setSought] = useState(wanted)
  const q = useSettled(sought.trim()) || undefined
  const list = useList(listOwnerCoaches, ownerId, { q })
  const { total = 0 } = list
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-2">
        <Field label="Find a coach" className="w-full sm:w-80">
          <TextInput
            type="search"
            value={sought}
            placeholder="Name or e-mail"
            maxLength={200}
            onChange={(event) => setSought(event.target.value)}
          />
        </Field>
        <p role="status" className="figures pb-2.5 text-sm">
          {total} {total === 1 ? 'coach' : 'coaches'}
          {q && ' found'}
        </p>
      </div>
      <GrowingList
        label="Coaches"
        list={list}
        empty={
          q ? (
            <EmptyState icon={Users} title="No coach has this name or e-mail">
              Try fewer letters.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title="No coaches yet"
              action={
                <ButtonLink to="/apply-coach" variant="secondary" size="sm">
                  Become a coach
                </ButtonLink>
              }
            >
              Send coaches to the page where they apply. An admin approves them, and here you publish them.
            </EmptyState>
          )
        }
      >
        {(coach) => <Entry key={coach.id} coach={coach} onEdit={() => setEdited(coach)} onChanged={list.refetch} />}
      </GrowingList>
      {edited && (
        <EditCoachDialog
          coach={edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null)
            void list.refetch()
          }}
        />
      )}
    </>
  )
}

type EntryProps = { coach: ListedCoach; onEdit(): void; onChanged(): Promise<unknown> }

function Entry({ coach, onEdit, onChanged }: EntryProps) {
  const { id, slug, name, title, currentRank, gameExpertise, isActive, accountEmail, averageRating } = coach
  const { sessionsAhead, missing } = coach
  const [isAsked, setIsAsked] = useState(false)
  const ahead = `${sessionsAhead} ${sessionsAhead === 1 ? 'session' : 'sessions'} ahead`
  const change = () => callApi(editCoach, { params: { coachId: id }, body: { isActive: !isActive } })
  const publish = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await onChanged()
      sayPublished(name)
    },
    onError: showNotSaved,
  })
  async function sayDeactivated() {
    setIsAsked(false)
    await onChanged()
    toast({
      title: 'Coach deactivated',
      description: sessionsAhead
        ? `${name} can no longer be booked and still has ${ahead}.`
        : `${name} can no longer be booked.`,
    })
  }
  const unlink = useMutation({
    mutationFn: () => callApi(unlinkCoach, { params: { coachId: id } }),
    onSuccess: async () => {
      toast({ title: 'Account unlinked', description: `${accountEmail} is no longer a coach.` })
      await onChanged()
    },
    onError: showNotSaved,
  })
  return (
    <li className={entryLook}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="display min-w-0 text-lg">
            {isActive ? (
              <AppLink to={`/coaches/${slug}`} className="underline-offset-4 hover:underline">
                {name}
              </AppLink>
            ) : (
              name
            )}
          </h3>
          <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Published' : 'Not published'}</Badge>
          <GameBadge game={gameExpertise} />
        </div>
        <p className="mt-1 text-strong">
          {title}, {currentRank}
        </p>
        <p className="figures mt-1 text-sm [overflow-wrap:anywhere]">
          {ahead}, {averageRating ? `${averageRating}/5` : 'no ratings yet'}, {accountEmail ?? 'no account yet'}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Badge tone={missing.includes('account') ? 'warn' : 'neutral'}>
            {missing.includes('account') ? 'No account linked yet' : 'Account linked'}
          </Badge>
          <Badge tone={missing.includes('hours') ? 'warn' : 'neutral'}>
            {missing.includes('hours') ? 'Hours not confirmed yet' : 'Hours confirmed'}
          </Badge>
          <Badge tone={missing.includes('rules') ? 'warn' : 'neutral'}>
            {missing.includes('rules') ? 'Rules not accepted yet' : 'Rules accepted'}
          </Badge>
          {missing.includes('discord') && <Badge tone="warn">No Discord name yet</Badge>}
        </p>
        {!isActive && sessionsAhead > 0 && (
          <p className="figures mt-2 text-sm text-warn">
            {name} still has {ahead}: cancel them under <CoachsBookings coachId={id} />, or let {name} hold them.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-3 lg:justify-end">
        <Button size="sm" variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {!isActive && accountEmail && sessionsAhead === 0 && (
          <Button
            size="sm"
            variant="ghost"
            busy={unlink.isPending}
            aria-label={`Unlink the account of ${name}`}
            onClick={() => unlink.mutate()}
          >
            Unlink account
          </Button>
        )}
        <Button
          size="sm"
          variant={isActive ? 'ghost' : 'primary'}
          busy={publish.isPending}
          aria-label={`${isActive ? 'Deactivate' : 'Publish'} ${name}`}
          onClick={() => (isActive || missing.length > 0 ? setIsAsked(true) : publish.mutate())}
        >
          {isActive ? 'Deactivate' : 'Publish'}
        </Button>
      </div>
      {isAsked && isActive && (
        <AskDialog
          title={`Deactivate ${name}?`}
          verb="Deactivate"
          failed="Not saved"
          act={change}
          onClose={() => setIsAsked(false)}
          onDone={sayDeactivated}
        >
          <p>{name} leaves the site and can no longer be booked. No mail goes out: tell them yourself.</p>
          {sessionsAhead > 0 && (
            <p className="figures">
              {name} still has {ahead}: cancel them under <CoachsBookings coachId={id} />, or let {name} hold them.
            </p>
          )}
        </AskDialog>
      )}
      {isAsked && !isActive && (
        <PublishDialog
          coach={coach}
          onClose={() => setIsAsked(false)}
          onDone={() => {
            setIsAsked(false)
            sayPublished(name)
            void onChanged()
          }}
        />
      )}
    </li>
  )
}

function CoachsBookings({ coachId }: { coachId: string }) {
  return (
    <AppLink to={`/owner?coach=${coachId}`} className="touch relative min-h-6 underline underline-offset-4">
      Admin Bookings
    </AppLink>
  )
}

const sayPublished = (name: string) => toast({ title: 'Coach published', description: `${name} can be booked now.` })

function showNotSaved(error: Error) {
  toastError('Not saved', error)
}
