/** What the landing page tells search engines about the business, in the vocabulary of schema.org. */
export function homeFacts(baseUrl: string): object[] {
  const organization = {
    '@type': 'Organization',
    '@id': `${baseUrl}/#organization`,
    name: 'Level Up',
    url: `${baseUrl}/`,
    logo: `${baseUrl}/og/site.png`,
    description: 'One-to-one coaching for Rocket League and Fortnite.',
  }
  const site = {
    '@type': 'WebSite',
    name: 'Level Up',
    url: `${baseUrl}/`,
    publisher: { '@id': organization['@id'] },
  }
  return [{ '@context': 'https://schema.org', '@graph': [organization, site] }]
}
