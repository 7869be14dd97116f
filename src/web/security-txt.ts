/** How long what `security.txt` says may be believed; RFC 9116 asks for less than a year. */
const lifetime = 180 * 86_400_000

/**
 * What `/.well-known/security.txt` says (RFC 9116). `baseUrl` is our address without a trailing slash; `contact` an
 * address such as `mailto:security@levelup.example`, null: the home page's form. It is made anew at each question, so
 * that it never grows too old.
 */
export function securityTxt({ baseUrl, contact }: { baseUrl: string; contact: string | null }, now: Date): string {
  return [
    `Contact: ${contact ?? `${baseUrl}/#contact`}`,
    `Expires: ${new Date(now.getTime() + lifetime).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
