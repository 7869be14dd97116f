import { priceRange } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { loadedCoach } from '#src/features/coaches/web/coaches-query.ts'
import { expertiseOf, gameNames, games } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import { type HeadSource, type PageHead, type SharePicture, sitePicture } from '#src/shell/page-head.ts'
import { breadcrumbFacts } from './breadcrumb-facts.ts'
import { coachTitle } from './coach-of.ts'

/** The head of a coach's page; null when there is no such coach. */
export function coachHead({ params, client, baseUrl }: HeadSource): PageHead | null {
  const coach = loadedCoach(client, params.slug)
  if (coach === null) return null
  if (!coach) return { title: coachTitle(coach), picture: sitePicture, facts: [] }
  const picture = pictureOf(coach)
  return {
    title: coachTitle(coach),
    description: `Book a session with ${coach.name}, ${coach.currentRank}. ${coach.description}`,
    type: 'profile',
    picture,
    facts: [coachFacts(coach, baseUrl + picture.path, baseUrl)],
  }
}

function pictureOf({ slug, name, currentRank }: Coach): SharePicture {
  return { path: `/og/coaches/${slug}.png`, alt: `Portrait of ${name}, and ${currentRank} on a ladder of eight rungs.` }
}

/** Who the coach is, where the page stands, and what is sold here, in the vocabulary of schema.org. */
function coachFacts(coach: Coach, picture: string, baseUrl: string): object {
  const url = `${baseUrl}/coaches/${coach.slug}`
  const expertise = expertiseOf(coach.gameExpertise)
  const { lowest, highest, count } = priceRange()
  const organization = { '@type': 'Organization', name: 'Level Up', url: `${baseUrl}/` }
  const person = {
    '@type': 'Person',
    '@id': `${url}#coach`,
    name: coach.name,
    jobTitle: coach.title,
    description: coach.description,
    image: picture,
    url,
    knowsAbout: [...expertise.map((game) => games[game].label), ...coach.specialties],
    worksFor: organization,
  }
  // A service may not carry stars: search engines show those of products and businesses only.
  const service = {
    '@type': 'Service',
    serviceType: 'Video game coaching',
    name: `${gameNames(expertise)} coaching with ${coach.name}`,
    description: coach.description,
    image: picture,
    provider: organization,
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: toDecimal(lowest),
      highPrice: toDecimal(highest),
      offerCount: count,
      url,
    },
  }
  const breadcrumb = breadcrumbFacts(baseUrl, ['Coaches', '/coaches'], [coach.name, `/coaches/${coach.slug}`])
  return {
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'ProfilePage', url, mainEntity: { '@id': person['@id'] } }, person, service, breadcrumb],
  }
}
