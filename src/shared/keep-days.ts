/**
 * How many days what people told us is kept when nothing else ends it. The daily job `forget-old` and the cookies go by
 * it, and the Privacy notice says it.
 */
export const keepDays = {
  /** Accounts whose e-mail nobody verified, and which did nothing. */
  unverifiedAccounts: 30,
  /** Inquiries from the contact form. */
  inquiries: 2 * 365,
  /** Applications of coaches, after they were turned down. */
  rejectedApplications: 365,
  /** Mails and SMS, after they were sent or given up. */
  deliveries: 180,
  /** Log-ins and tries. */
  logins: 90,
  /** Names in orders nobody paid. */
  unpaidOrders: 90,
  /** A browser somebody logged in with, after the last log-in. */
  knownBrowsers: 180,
  /** A browser somebody applied with. */
  applicationBrowsers: 30,
  /** A browser that asked for a mailed code. */
  codeBrowsers: 1,
  /** A log-in, used or not. */
  loginSessions: 30,
} as const

const day = 24 * 3_600_000

/** Milliseconds of so many days. */
export function daysInMs(days: number): number {
  return days * day
}

/** So many days as people say it: `2 years`, `1 year`, `180 days`. */
export function showDays(days: number): string {
  if (days % 365 === 0) return days === 365 ? '1 year' : `${days / 365} years`
  return days === 1 ? '1 day' : `${days} days`
}
