import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { featuredStoriesQuery } from '#src/features/stories/web/stories-query.ts'
import { StoryCard } from '#src/features/stories/web/story-card.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { Section } from './section.tsx'

const ShareStoryDialog = lazyDialog(() => import('#src/features/stories/web/share-story-dialog.tsx'))

/** How many stories are shown before somebody asks for all of them. */
const shownAtFirst = 6

/** The climbs of other players, and the way to tell one's own. */
export default function Stories() {
  const { isSignedIn } = useAccount()
  const [isSharing, setSharing] = useState(false)
  return (
    <Section
      id="stories"
      title="Success stories"
      className="bg-panel"
      lead="Where they stood, where they stand now, and what happened in between. Told by the players."
    >
      <StoryList />
      <AppLink to="/stories" className="touch mt-3 inline-flex items-center underline sm:mt-6">
        All success stories
      </AppLink>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-line border-t pt-5 sm:mt-10 sm:gap-y-5 sm:pt-8">
        <p className="max-w-prose">
          <span className="display block text-lg">Did you climb with us?</span>
          Tell the next player how. We read every story before it goes up here.
          {!isSignedIn && (
            <>
              {' '}
              <AppLink to="/login?next=%2F%23stories" className="touch inline-flex items-center underline">
                Log in first
              </AppLink>
              .
            </>
          )}
        </p>
        <Button disabled={!isSignedIn} onClick={() => setSharing(true)}>
          {isSignedIn ? 'Share Your Story' : 'Login to Share Your Story'}
        </Button>
      </div>
      {isSharing && <ShareStoryDialog onClose={() => setSharing(false)} />}
    </Section>
  )
}

function StoryList() {
  const { data: stories, isError, refetch, isFetching } = useQuery(featuredStoriesQuery)
  const [showsAll, setShowsAll] = useState(false)
  if (stories?.length === 0)
    return <EmptyState title="No Stories Yet">The first climb that is told here could be yours.</EmptyState>
  if (isError)
    return (
      <Alert tone="warn" title="The stories could not be loaded">
        <Button variant="secondary" size="sm" className="mt-3" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </Alert>
    )
  return (
    <>
      <SideRow
        aria-label="Stories"
        className="max-sm:*:w-[84%] sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3"
        aria-busy={!stories}
      >
        {stories
          ? stories
              .slice(0, showsAll ? undefined : shownAtFirst)
              .map((story) => <StoryCard key={story.id} story={story} />)
          : [1, 2, 3].map((place) => <Skeleton key={place} className="h-96 rounded-lg" />)}
      </SideRow>
      {stories && stories.length > shownAtFirst && !showsAll && (
        <Button variant="secondary" className="mt-8" onClick={() => setShowsAll(true)}>
          Show all {stories.length} stories
        </Button>
      )}
    </>
  )
}
