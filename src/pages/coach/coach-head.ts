import type { Service } from '#src/bookings/catalogue.ts'
import { servicesOf } from '#src/bookings/catalogue.ts'
import type { Coach } from '#src/coaches/contract.ts'
import { playedGames } from '#src/coaches/ranks.ts'
import { loadedCoach } from '#src/coaches/web/queries.ts'
import { ratingsQuery } from '#src/ratings/web/queries.ts'
import { toDecimal } from '#src/shared/money.ts'
import type { HeadSource, PageHead } from '../page-head.ts'
import { coachTitle } from './coach-of.ts'

const gameNames = { 'rocket-league': 'Rocket League', fortnite: 'Fortnite' }

/** The head of a coach's page; null when there is no such coach. */
export function coachHead({ params, client, baseUrl }: HeadSource): PageHead | null {
  const coach = loadedCoach(client, params.slug)
  if (coach === null) return null
  if (!coach) return { title: coachTitle(coach), picture: '/og/site.png', facts: [] }
  const total = client.getQueryData(ratingsQuery(coach.slug).queryKey)?.total ?? 0
  return {
    title: coachTitle(coach),
    description: `Book a session with ${coach.name}, ${coach.currentRank}. ${coach.description}`,
    picture: `/og/coaches/${coach.slug}.png`,
    facts: [coachFacts(coach, servicesOf(coach.gameExpertise), total, baseUrl)],
  }
}

/** Who the coach is, where the page stands, and what is sold here, in the vocabulary of schema.org. */
function coachFacts(coach: Coach, services: Service[], ratings: number, baseUrl: string): object {
  const url = `${baseUrl}/coaches/${coach.slug}`
  const picture = `${baseUrl}/og/coaches/${coach.slug}.png`
  const games = playedGames(coach.gameExpertise).map((game) => gameNames[game])
  const prices = services.map((service) => service.price)
  const organization = { '@type': 'Organization', name: 'Level Up', url: `${baseUrl}/` }
  const person = {
    '@type': 'Person',
    '@id': `${url}#coach`,
    name: coach.name,
    jobTitle: coach.title,
    description: coach.description,
    image: picture,
    url,
    knowsAbout: [...games, ...coach.specialties],
    worksFor: organization,
  }
  const product = {
    '@type': 'Product',
    name: `${games.join(' and ')} coaching with ${coach.name}`,
    description: coach.description,
    image: picture,
    brand: organization,
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: toDecimal(Math.min(...prices)),
      highPrice: toDecimal(Math.max(...prices)),
      offerCount: services.length,
      url,
    },
    ...(coach.averageRating &&
      ratings > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: coach.averageRating,
          ratingCount: ratings,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  }
  const steps = [
    { name: 'Home', item: `${baseUrl}/` },
    { name: 'Coaches', item: `${baseUrl}/#coaches` },
    { name: coach.name, item: url },
  ]
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
  return {
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'ProfilePage', url, mainEntity: { '@id': person['@id'] } }, person, product, breadcrumb],
  }
}
