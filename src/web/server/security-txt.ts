/** How long `security.txt` is valid; RFC 9116 asks for less than a year. */
const lifetime = 180 * 86_400_000

/**
 * Returns `/.well-known/security.txt` (RFC 9116). `baseUrl` is our address without a trailing slash; `contact` an
 * address such as `mailto:security@levelup.example`, or null for the form on the home page. It is created per request,
 * so that it never expires.
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
