/** What a link has whose address somebody wrote: it opens beside our page, learns nothing of it, and we vouch for nothing. */
export const outsideLink = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const
