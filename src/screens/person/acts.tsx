import type { User } from '#src/features/accounts/contract.ts'
import type { ShownPerson } from '#src/features/desk/person-contract.ts'
import { ButtonLink } from '#src/ui/controls/button.tsx'

/** The ways to what can be done for the person, each in its own room. */
export function Acts({ person, viewer }: { person: ShownPerson; viewer: User }) {
  const { name, email, coach, sections } = person
  const [latest] = sections.find(({ kind }) => kind === 'booking')?.lines ?? []
  const named = `name=${encodeURIComponent(name)}&email=${encodeURIComponent(email)}`
  const acts = [
    latest && {
      label: 'Message',
      to: viewer.isOwner ? `/owner?tab=messages&booking=${latest.id}` : `/admin-sms?booking=${latest.id}&mode=message`,
    },
    latest && { label: 'Bookings: refund, move, cancel', to: `/owner?q=${encodeURIComponent(email)}` },
    viewer.isAdmin && { label: 'Free booking', to: `/admin-booking?${named}` },
    viewer.isOwner && coach && { label: 'Coach profile', to: `/owner?tab=coaches&q=${encodeURIComponent(coach.name)}` },
    !viewer.isOwner && coach?.isActive && { label: 'Coach page', to: `/coaches/${coach.slug}` },
    viewer.isOwner && { label: 'End log-ins', to: `/owner?tab=roles&email=${encodeURIComponent(email)}` },
  ].filter((act) => !!act)
  return (
    <nav aria-label="What you can do" className="mt-4 flex flex-wrap gap-2">
      {acts.map(({ label, to }) => (
        <ButtonLink key={label} to={to} variant="secondary" size="sm">
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
