import { useQuery } from '@tanstack/react-query'
import { listStories } from '#src/features/stories/contract.ts'
import { firstStoriesQuery } from '#src/features/stories/web/stories-query.ts'
import { StoryCard } from '#src/features/stories/web/story-card.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { useList } from '#src/ui/lists/use-list.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** Every story the owner has approved; the home page shows those chosen for it. */
export default function AllStories() {
  const { data: first } = useQuery(firstStoriesQuery)
  const list = useList(listStories, 'everybody')
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <h1 className="display text-2xl">All success stories</h1>
        <p className="mt-5 max-w-prose text-lg">
          Where they stood, where they stand now, and what happened in between. Told by the players.
        </p>
        <div className="mt-12">
          <Stories {...list} items={list.items ?? first} />
        </div>
        <ButtonLink to="/#stories" variant="secondary" className="mt-12">
          Share your own
        </ButtonLink>
      </div>
    </SiteFrame>
  )
}

function Stories({ items, error, ...list }: ReturnType<typeof useList<typeof listStories>>) {
  if (error && !items)
    return (
      <LoadFailed
        title="The stories could not be loaded"
        error={error}
        isFetching={list.isFetching}
        refetch={list.refetch}
      />
    )
  if (items?.length === 0)
    return <EmptyState title="No Stories Yet">The first climb that is told here could be yours.</EmptyState>
  return (
    <>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3" aria-busy={!items}>
        {items
          ? items.map((story) => <StoryCard key={story.id} story={story} />)
          : [1, 2, 3].map((place) => <Skeleton key={place} className="h-96 rounded-lg" />)}
      </div>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-8"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
