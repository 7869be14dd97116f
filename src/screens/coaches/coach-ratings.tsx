import { useQuery } from '@tanstack/react-query'
import type { Coach } from '#src/features/coaches/contract.ts'
import { RatingList } from '#src/features/ratings/web/rating-list.tsx'
import { ratingsQuery } from '#src/features/ratings/web/ratings-query.ts'
import { Stars } from '#src/features/ratings/web/stars.tsx'

/** What players say who have been coached. */
export function CoachRatings({ coach: { slug, name, averageRating } }: { coach: Coach }) {
  const { data } = useQuery(ratingsQuery(slug))
  const average = Number(averageRating ?? 0)
  return (
    <section aria-labelledby="ratings-title" className="wrap py-16 lg:py-20">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="ratings-title" className="display text-xl">
          What players say
        </h2>
        {averageRating && data && data.total > 0 && (
          <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="display text-xl">{average}/5</span>
            <Stars rating={average} className="text-lg" />
            <span>{data.total === 1 ? '1 rating' : `${data.total} ratings`}</span>
          </p>
        )}
      </div>
      {data?.total === 0 ? (
        <p className="rounded-lg border border-line border-dashed p-6">
          New coach: nobody has rated {name} yet. Your first session with Level Up is covered by our satisfaction
          guarantee.
        </p>
      ) : (
        <>
          <RatingList key={slug} slug={slug} />
          <p className="mt-6 text-sm">
            From players who had a session. We read them first and never leave one out for its stars.
          </p>
        </>
      )}
    </section>
  )
}
