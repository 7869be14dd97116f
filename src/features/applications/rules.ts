/** Where an application stands (APPLY-2). */
export const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** What the admin's screen writes as the notes of a decision. */
export const decidedNotes = { approved: 'Approved by admin', rejected: 'Rejected by admin' }

/** What we promise applicants. */
export const reviewTime = '3-5 business days'

/** To a browser that read an application until the owner of its e-mail came (APPLY-3). */
export const provenElsewhere = (email: string) => `The owner of ${email} confirmed it on another device. Is that you?`

/** The answer for an e-mail nobody applied with (APPLY-3). */
export const noApplication = 'No application found with this email address.'
