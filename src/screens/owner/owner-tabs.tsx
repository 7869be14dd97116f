import { useQueryClient } from '@tanstack/react-query'
import { bookingsKey, type useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { listContacts } from '#src/features/contacts/contract.ts'
import { listPendingRatings } from '#src/features/ratings/contract.ts'
import { listApprovedStories, listPendingStories } from '#src/features/stories/contract.ts'
import { useList } from '#src/ui/lists/use-list.ts'
import { AuditTab } from './audit-tab.tsx'
import { CoachesTab } from './coaches-tab.tsx'
import { ContactsTab } from './contacts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { MoneyTab } from './money-tab.tsx'
import { useOpenClaims } from './open-claims.ts'
import { RatingsTab } from './ratings-tab.tsx'
import { RolesTab } from './roles-tab.tsx'
import { StoriesTab } from './stories-tab.tsx'

/** The tabs only the owner has, after the bookings; none, and nothing is asked, while `ownerId` is undefined. */
export function useOwnerTabs(ownerId: string | undefined, bookings: ReturnType<typeof useBookings>) {
  const client = useQueryClient()
  const contacts = useList(listContacts, ownerId)
  const ratings = useList(listPendingRatings, ownerId)
  const stories = useList(listPendingStories, ownerId)
  const approvedStories = useList(listApprovedStories, ownerId)
  const claims = useOpenClaims(ownerId)
  if (!ownerId) return []
  return [
    {
      value: 'messages',
      label: 'Messages',
      count: bookings.total,
      content: <MessagesTab ownerId={ownerId} query={bookings} />,
    },
    { value: 'contacts', label: 'Contacts', count: contacts.total, content: <ContactsTab list={contacts} /> },
    { value: 'ratings', label: 'Ratings', count: ratings.total, content: <RatingsTab list={ratings} /> },
    {
      value: 'stories',
      label: 'Stories',
      count: stories.total,
      content: <StoriesTab list={stories} approved={approvedStories} />,
    },
    {
      value: 'money',
      label: 'Money',
      count: claims.data?.length || undefined,
      content: (
        <MoneyTab
          userId={ownerId}
          claims={claims}
          onBooked={() => client.invalidateQueries({ queryKey: bookingsKey })}
        />
      ),
    },
    { value: 'coaches', label: 'Coaches', content: <CoachesTab ownerId={ownerId} /> },
    { value: 'roles', label: 'Roles', content: <RolesTab ownerId={ownerId} /> },
    { value: 'audit', label: 'Audit', content: <AuditTab ownerId={ownerId} /> },
  ]
}
