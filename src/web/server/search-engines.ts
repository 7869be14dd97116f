/** A page that search engines may list; `changedAt`, a day or an instant in ISO 8601, where we know it. */
export type ListedPage = { path: string; changedAt?: string }

/**
 * What `robots.txt` says; `baseUrl` is our address without a trailing slash. It does not name the rooms behind a login:
 * a crawler that may not read a page cannot see that it must not be listed (`noindex`).
 */
export function robotsTxt(baseUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join('\n')
}

/** The sitemap of these pages (sitemaps.org). */
export function sitemapXml(baseUrl: string, pages: ListedPage[]): string {
  const urls = pages.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
    return `<url><loc>${escapeXml(baseUrl + path)}</loc>${changed}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
