/** What staff see of a person, in the order of the page, and what each is called. */
export const personSections = {
  booking: 'Bookings',
  coaching: 'Sessions as coach',
  conversation: 'Conversations',
  question: 'Statements about sessions',
  report: 'Reports about sessions',
  claim: 'Guarantee claims',
  rating: 'Ratings',
  story: 'Stories',
  inquiry: 'Inquiries',
  application: 'Applications',
  block: 'Blocks',
  delivery: 'Mails and SMS',
} as const
export type PersonSection = keyof typeof personSections
