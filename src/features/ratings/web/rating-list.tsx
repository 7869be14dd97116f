import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Rating } from '#src/features/ratings/contract.ts'
import { showShortDate } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { ratingsQuery } from './ratings-query.ts'
import { Stars } from './stars.tsx'

type RatingListProps = {
  slug: string
  cursor?: string
  /** These were asked for by a button that is gone now: the focus goes on here. */
  takesFocus?: boolean
}

/** A coach's approved ratings, some at a time: a button asks for the following ones. */
export function RatingList({ slug, cursor, takesFocus }: RatingListProps) {
  const { data, isError, isFetching, refetch } = useQuery(ratingsQuery(slug, cursor))
  const [showsMore, setShowsMore] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (takesFocus && isLoaded) list.current?.focus({ preventScroll: true })
  }, [takesFocus, isLoaded])

  if (isError)
    return (
      <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
        The ratings could not be loaded. Try again
      </Button>
    )
  if (!data) return <p role="status">Loading ratings</p>
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Ratings"
        className="grid grid-cols-1 gap-x-10 outline-none md:grid-cols-2"
      >
        {data.ratings.map((rating) => (
          <RatingItem key={rating.id} {...rating} />
        ))}
      </ul>
      {data.next && !showsMore && (
        <Button variant="secondary" className="mt-6" onClick={() => setShowsMore(true)}>
          Show more ratings
        </Button>
      )}
      {data.next && showsMore && <RatingList slug={slug} cursor={data.next} takesFocus />}
    </>
  )
}

function RatingItem({ rating, review, reviewer, serviceName, rank, createdAt }: Rating) {
  const about = [rank, serviceName].filter(Boolean).join(', ')
  return (
    <li className="border-line border-t py-5 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars rating={rating} />
        <span className="font-semibold text-strong">{reviewer}</span>
        {/* One page for everybody: the day is the same for all, in universal time. */}
        <time dateTime={createdAt} className="figures ml-auto text-faint text-sm">
          {showShortDate(createdAt.slice(0, 10))}
        </time>
      </div>
      {about && <p className="mt-1 text-sm">{about}</p>}
      {review && (
        <p dir="auto" className="mt-2 max-w-prose">
          {review}
        </p>
      )}
    </li>
  )
}
