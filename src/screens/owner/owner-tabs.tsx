import { useQueryClient } from '@tanstack/react-query'
import { bookingsKey, type useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { listContacts } from '#src/features/contacts/contract.ts'
import { HealthList } from '#src/features/insights/web/health.tsx'
import { useWaiting } from '#src/features/messages/web/staff/conversations-query.ts'
import { listApprovedRatings, listPendingRatings } from '#src/features/ratings/contract.ts'
import { listApprovedStories, listPendingStories } from '#src/features/stories/contract.ts'
import type { OwnerRoom } from '#src/shell/site-rooms.ts'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { useList } from '#src/ui/lists/use-list.ts'
import { AuditRoom } from './audit-room.tsx'
import { CoachesRoom } from './coaches-room.tsx'
import { ContactsTab } from './contacts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { MoneyRoom } from './money-room.tsx'
import { RatingsTab } from './ratings-tab.tsx'
import { RolesRoom } from './roles-room.tsx'
import { StoriesTab } from './stories-tab.tsx'

/** The Dashboard's tabs that only the owner has, after the bookings; none, and nothing is asked, while `ownerId` is undefined. */
export function useOwnerTabs(ownerId: string | undefined, bookings: ReturnType<typeof useBookings>) {
  const contacts = useList(listContacts, ownerId)
  const ratings = useList(listPendingRatings, ownerId)
  const approvedRatings = useList(listApprovedRatings, ownerId)
  const stories = useList(listPendingStories, ownerId)
  const approvedStories = useList(listApprovedStories, ownerId)
  const waiting = useWaiting(ownerId)
  if (!ownerId) return []
  return [
    {
      value: 'messages',
      label: 'Messages',
      count: bookings.total,
      waiting: waiting > 0 ? `${waiting} waiting` : undefined,
      content: (
        <MessagesTab ownerId={ownerId} query={bookings} contacts={contacts.items} onContactChanged={contacts.refetch} />
      ),
    },
    { value: 'contacts', label: 'Contacts', count: contacts.total, content: <ContactsTab list={contacts} /> },
    {
      value: 'ratings',
      label: 'Ratings',
      count: ratings.total,
      content: <RatingsTab list={ratings} approved={approvedRatings} />,
    },
    {
      value: 'stories',
      label: 'Stories',
      count: stories.total,
      content: <StoriesTab list={stories} approved={approvedStories} />,
    },
  ]
}

/** One of the owner's rooms that are no tabs. */
export function OwnersRoom({ room, ownerId }: { room: OwnerRoom; ownerId: string }) {
  const client = useQueryClient()
  const q = useSearch().get('q') ?? ''
  switch (room) {
    case 'money':
      return <MoneyRoom userId={ownerId} onBooked={() => client.invalidateQueries({ queryKey: bookingsKey })} />
    case 'coaches':
      return <CoachesRoom key={q} ownerId={ownerId} q={q} />
    case 'roles':
      return <RolesRoom ownerId={ownerId} />
    case 'audit':
      return <AuditRoom ownerId={ownerId} />
    case 'health':
      return <HealthList userId={ownerId} />
  }
}
