import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type Homework, type Progress, tickHomework } from '#src/features/sessions/write-up-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { outsideLink } from '#src/ui/controls/outside-link.ts'
import { SavedCheckbox } from '#src/ui/controls/saved-checkbox.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { progressKey } from './progress-query.ts'

/** Homework for its player to tick. */
export function HomeworkList({ list, userId }: { list: Homework[]; userId: string }) {
  const client = useQueryClient()
  async function save(homeworkId: string, done: boolean) {
    try {
      const { doneAt } = await callApi(tickHomework, { params: { homeworkId }, body: { done } })
      client.setQueryData<Progress>(progressKey(userId), (before) => before && ticked(before, homeworkId, doneAt))
    } catch (error) {
      toastError('Not saved', error)
    }
  }
  return (
    <ul>
      {list.map(({ id, text, link, doneAt }) => (
        <li key={id} className="flex flex-wrap items-center [overflow-wrap:anywhere]">
          <SavedCheckbox label={text} checked={doneAt !== null} save={(done) => save(id, done)} />
          {link && (
            <a
              href={link}
              {...outsideLink}
              className="touch ml-8 inline-flex min-h-6 items-center gap-1.5 text-sm underline underline-offset-4"
            >
              {new URL(link).hostname} <ExternalLink aria-hidden className="size-4" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function ticked(progress: Progress, homeworkId: string, doneAt: string | null): Progress {
  return {
    ...progress,
    rungs: progress.rungs.map((rung) => ({
      ...rung,
      homework: rung.homework.map((each) => (each.id === homeworkId ? { ...each, doneAt } : each)),
    })),
  }
}
