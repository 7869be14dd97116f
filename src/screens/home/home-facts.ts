import { gameNames } from '#src/shared/games.ts'

/** What the landing page tells search engines about the business, in the vocabulary of schema.org. */
export function homeFacts(baseUrl: string): object[] {
  const organization = {
    '@type': 'Organization',
    '@id': `${baseUrl}/#organization`,
    name: 'Level Up',
    url: `${baseUrl}/`,
    logo: { '@type': 'ImageObject', url: `${baseUrl}/icon-512.png`, width: 512, height: 512 },
    description: `One-to-one coaching for ${gameNames()}.`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      url: `${baseUrl}/#contact`,
      availableLanguage: 'en',
    },
  }
  const site = {
    '@type': 'WebSite',
    name: 'Level Up',
    url: `${baseUrl}/`,
    publisher: { '@id': organization['@id'] },
  }
  return [{ '@context': 'https://schema.org', '@graph': [organization, site] }]
}
