/** What somebody who asks about a coach is promised (CONTACT-1): beside the form, once it is sent, and by mail. */
export function promiseAbout(coach: string): string {
  return `Our team passes it to ${coach} and answers within 24 hours.`
}
