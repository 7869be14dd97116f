/** How somebody can prove who they are. */
export const loginWays = ['sign-up', 'password', 'app-code', 'recovery-code', 'mailed-code', 'admin-login'] as const
export type LoginWay = (typeof loginWays)[number]

/**
 * How an attempt ended: in a session, in a session confirmed, with the password right but the code of the second step
 * not given (yet), or refused.
 */
export const loginOutcomes = ['opened', 'confirmed', 'code-missing', 'refused'] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

/** Said wherever somebody chooses a password. */
export const passwordHint = 'At least 6 characters, and not one everybody tries first (123456, password, your name).'

/** What a mailed one-time code can be for. */
export const codePurposes = [
  'verify-email',
  'change-email',
  'reset-password',
  'admin-login',
  'applicant-access',
] as const
export type CodePurpose = (typeof codePurposes)[number]
