import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, BookOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import {
  approveStory,
  type FeaturedStory,
  featureStory,
  type listApprovedStories,
  type listPendingStories,
  type ReviewedStory,
  rejectStory,
  undoStoryDecision,
  unfeatureStory,
} from '#src/features/stories/contract.ts'
import { featuredStoriesQuery } from '#src/features/stories/web/stories-query.ts'
import { gameLabel } from '#src/shared/games.ts'
import { showDay } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { entryLook, GrowingList } from '#src/ui/lists/growing-list.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import type { useList } from '#src/ui/lists/use-list.ts'
import { Undo, useUndo } from '#src/ui/lists/use-undo.tsx'

const RejectDialog = lazyDialog(() => import('./reject-dialog.tsx'))

/** What the toasts say (SCREEN-1); the owner reads why, when the server gave words. */
const acts = {
  approve: {
    call: approveStory,
    done: {
      title: 'Story approved',
      description: 'The success story is now public.',
    },
    words: 'Approved',
    failed: 'Failed to approve story.',
  },
  feature: {
    call: featureStory,
    done: { title: 'Story featured', description: 'The success story is now featured on the homepage.' },
    words: 'Featured',
    failed: 'Failed to feature story.',
  },
  remove: {
    call: unfeatureStory,
    done: { title: 'Story removed', description: 'The success story is no longer on the homepage.' },
    // Its place has the button that puts it back.
    words: null,
    failed: 'Failed to remove story.',
  },
}
type Act = keyof typeof acts

type StoriesTabProps = {
  list: ReturnType<typeof useList<typeof listPendingStories>>
  approved: ReturnType<typeof useList<typeof listApprovedStories>>
}

/** Stories to decide on, those that are approved, and those on the home page. */
export function StoriesTab({ list, approved }: StoriesTabProps) {
  const client = useQueryClient()
  const featured = useQuery({ ...featuredStoriesQuery, staleTime: 0 })
  const handOver = useFocusHandOver()
  const [toReject, setToReject] = useState<(FeaturedStory & { isPublic: boolean }) | null>(null)
  const [pending, open] = [useUndo(list.items), useUndo(approved.items)]
  const refresh = () =>
    Promise.all([
      list.refetch(),
      approved.refetch(),
      client.invalidateQueries({ queryKey: featuredStoriesQuery.queryKey }),
    ])

  /** The row stays where it was pressed, and can be taken back there. */
  function settle({ id }: FeaturedStory, { decisionId }: ReviewedStory, words: string) {
    for (const { rows, decided } of [pending, open]) {
      const row = rows?.find((each) => each.id === id)
      const undo = () => callApi(undoStoryDecision, { params: { id }, body: { decisionId: decisionId ?? '' } })
      if (row) decided(row, words, () => undo().finally(refresh))
    }
    return refresh()
  }
  const change = useMutation({
    mutationFn: ({ act, story }: { act: Act; story: FeaturedStory }) =>
      callApi(acts[act].call, { params: { id: story.id } }),
    onSuccess: async (after, { act, story }) => {
      const { words } = acts[act]
      await (words ? settle(story, after, words) : refresh())
      toast(acts[act].done)
    },
    onError: (error, { act }) => toastError(acts[act].failed, error, 'Please try again.'),
  })
  const button = (act: Act, story: FeaturedStory, label: string, isMain?: boolean) => (
    <Button
      size="sm"
      variant={isMain ? 'primary' : 'secondary'}
      busy={change.isPending && change.variables.act === act && change.variables.story.id === story.id}
      disabled={change.isPending}
      aria-label={`${label}: story of ${story.userName}`}
      onClick={() => change.mutate({ act, story })}
    >
      {label}
    </Button>
  )

  const rejectButton = (story: FeaturedStory, label: 'Reject' | 'Withdraw') => (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`${label}: story of ${story.userName}`}
      onClick={() => setToReject({ ...story, isPublic: label === 'Withdraw' })}
    >
      {label}
    </Button>
  )
  const entry = (story: FeaturedStory, decided: ReturnType<typeof pending.of>, buttons: ReactNode) => (
    <li key={story.id} className={entryLook}>
      <Story story={story} />
      <div className="flex flex-wrap items-start gap-3 lg:justify-end">
        {decided ? <Undo {...decided} about={`story of ${story.userName}`} /> : buttons}
      </div>
    </li>
  )

  return (
    <div className="grid gap-12">
      <GrowingList
        label="Stories to review"
        list={{ ...list, items: pending.rows }}
        empty={
          <EmptyState icon={BookOpen} title="No stories to review">
            A story appears here as soon as a player shares one.
          </EmptyState>
        }
      >
        {(story) =>
          entry(
            story,
            pending.of(story.id),
            <>
              {button('approve', story, 'Approve', true)}
              {button('feature', story, 'Feature')}
              {rejectButton(story, 'Reject')}
            </>,
          )
        }
      </GrowingList>
      {/* One after the other: a list that comes would push the next one away. */}
      {list.items && (
        <section aria-labelledby="approved">
          <h2 id="approved" className="display mb-2 text-lg">
            Approved, not on the homepage
          </h2>
          <p className="mb-6">
            Visitors read these at “All success stories”; press Feature to put one on the homepage, too.
          </p>
          <GrowingList
            label="Approved stories"
            list={{ ...approved, items: open.rows }}
            empty={<p>No approved story waits here.</p>}
          >
            {(story) =>
              entry(
                story,
                open.of(story.id),
                <>
                  {button('feature', story, 'Feature', true)}
                  {rejectButton(story, 'Withdraw')}
                </>,
              )
            }
          </GrowingList>
        </section>
      )}
      {list.items && approved.items && (
        <section aria-labelledby="featured">
          <h2 id="featured" className="display mb-6 text-lg">
            On the homepage
          </h2>
          {featured.data?.length === 0 && <p>No story is featured. Press Feature on one that shows a real climb.</p>}
          <ul aria-label="Featured stories" {...handOver}>
            {featured.data?.map((story) => (
              <li key={story.id} className={entryLook}>
                <Story story={story} />
                <div className="flex flex-wrap items-start gap-3 lg:justify-end">
                  {button('remove', story, 'Remove from homepage')}
                  {rejectButton(story, 'Withdraw')}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {toReject && (
        <RejectDialog
          about={toReject.id}
          title={toReject.isPublic ? 'Withdraw story' : 'Reject story'}
          verb={toReject.isPublic ? 'Withdraw' : 'Reject'}
          description={`The story of ${toReject.userName}`}
          hint="Kept in the audit."
          reject={async (reason) => {
            const after = await callApi(rejectStory, { params: { id: toReject.id }, body: { reason } })
            void settle(toReject, after, toReject.isPublic ? 'Withdrawn' : 'Rejected')
          }}
          onClose={() => setToReject(null)}
          onDone={() => {
            setToReject(null)
            toast({
              title: toReject.isPublic ? 'Story withdrawn' : 'Story rejected',
              description: 'It is not published.',
            })
          }}
        />
      )}
    </div>
  )
}

function Story({ story }: { story: FeaturedStory }) {
  const zone = useRoomZone()
  const { userName, coachName, game, beforeRank, afterRank, sessionsCount, createdAt } = story
  return (
    <div className="min-w-0">
      <h3 className="display text-lg">{userName}</h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 font-semibold text-strong">
        {beforeRank} <ArrowRight role="img" aria-label="to" className="size-4 text-signal" /> {afterRank}
      </p>
      <p className="figures mt-1 text-sm">
        {gameLabel(game)}, {sessionsCount} {sessionsCount === 1 ? 'session' : 'sessions'} with {coachName},{' '}
        {showDay(createdAt, zone)}
      </p>
      <p dir="auto" className="mt-3 max-w-prose whitespace-pre-wrap text-strong [overflow-wrap:anywhere]">
        {story.story}
      </p>
    </div>
  )
}
