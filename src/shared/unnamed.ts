/** What staff's acts are about, and what each is called in a sentence while nobody knows better. `bookingId` stands for a `booking`. */
export const unnamed = {
  booking: 'a booking',
  bookings: 'several bookings',
  claim: 'a claim of the guarantee',
  choice: 'a session that was called off',
  coach: 'a coach',
  coachApplication: 'an application',
  contact: 'an inquiry',
  delivery: 'a message',
  player: 'a player',
  problem: 'a payment problem',
  question: 'a question about a session',
  rating: 'a rating',
  story: 'a story',
  user: 'a person',
  thread: 'a conversation',
}
export type Names = typeof unnamed
