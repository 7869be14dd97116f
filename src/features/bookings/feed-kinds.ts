/** Whose sessions a calendar feed has: those that its holder coaches, or, for owners of the business, all. */
export const feedKinds = ['coach', 'owner'] as const
export type FeedKind = (typeof feedKinds)[number]
