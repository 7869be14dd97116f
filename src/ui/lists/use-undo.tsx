import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { undoSeconds } from '#src/shared/undo.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

type Decided<Item> = { item: Item; index: number; words: string; undo(): Promise<unknown> }

/**
 * For a list whose rows leave it when they are decided: they stay for `undoSeconds`, each with an `Undo` in the place of its
 * buttons. `rows` are the items with those rows in their places; undefined while `items` is.
 */
export function useUndo<Item extends { id: string }>(items: Item[] | undefined) {
  const [decided, setDecided] = useState<Decided<Item>[]>([])
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])

  const rows = items && [...items]
  for (const { item, index } of decided) if (rows && !rows.some(({ id }) => id === item.id)) rows.splice(index, 0, item)

  return {
    rows,
    /** What was decided about a row a moment ago, to be spread on an `Undo`; undefined: nothing. */
    of(id: string) {
      const found = decided.find(({ item }) => item.id === id)
      return found && { words: found.words, undo: found.undo, onOver: () => drop(found) }
    },
    /** Right after a decision: what it was, in a word or two, and how it is taken back. */
    decided(item: Item, words: string, undo: () => Promise<unknown>) {
      const index = Math.max(0, rows?.findIndex(({ id }) => id === item.id) ?? 0)
      const mine = { item, index, words, undo }
      setDecided((all) => [...all.filter((each) => each.item.id !== item.id), mine])
      timers.current.push(setTimeout(() => drop(mine), undoSeconds * 1_000))
    },
  }

  function drop(mine: Decided<Item>) {
    setDecided((all) => all.filter((each) => each !== mine))
  }
}

type UndoProps = {
  words: string
  /** What it is about, for screen readers. */
  about: string
  undo(): Promise<unknown>
  /** It was undone, or cannot be any more. */
  onOver(): void
}

/** Says what was decided a moment ago and how long that can be taken back, and takes it back. It has the focus that the pressed button had. */
export function Undo({ words, about, undo, onOver }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null)
  const limitId = useId()
  useEffect(() => {
    // After a dialog that closes has given the focus back.
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  const press = useMutation({
    mutationFn: undo,
    onSuccess: () => toast({ title: 'Undone', description: 'Everything is as it was before.' }),
    onError: (error) => toastError('Not undone', error),
    onSettled: () => {
      const heading = button.current?.closest('li, [data-undo-row]')?.querySelector<HTMLElement>('h2, h3')
      onOver()
      if (heading) heading.tabIndex = -1
      heading?.focus({ preventScroll: true })
    },
  })
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-strong">{words}</span>
      <Button
        ref={button}
        size="sm"
        variant="secondary"
        busy={press.isPending}
        aria-label={`Undo: ${about}`}
        aria-describedby={limitId}
        onClick={() => press.mutate()}
      >
        Undo
      </Button>
      <span id={limitId} className="text-sm">
        You can undo this for {undoSeconds} seconds.
      </span>
    </p>
  )
}
