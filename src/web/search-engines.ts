/** Rooms behind a login, and answers for programs. A path also covers what begins with it, such as `/admin-sms`. */
const closed = [
  '/api/',
  '/dev/',
  '/account',
  '/admin',
  '/applicant-chat',
  '/coach-dashboard',
  '/owner',
  '/payment-success',
  '/receipt',
  '/sessions',
]

/** What `robots.txt` says; `baseUrl` is our address without a trailing slash. */
export function robotsTxt(baseUrl: string): string {
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** The sitemap of these paths (sitemaps.org). */
export function sitemapXml(baseUrl: string, paths: string[]): string {
  const urls = paths.map((path) => `<url><loc>${escapeXml(baseUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
