import { startTransition, useOptimistic } from 'react'

type Props = { label: string; checked: boolean; save(checked: boolean): Promise<unknown> }

/**
 * A checkbox that is saved when it is pressed. It shows the new choice at once, and goes back to `checked` when `save` has
 * ended: so `checked` is the saved choice by then, or still the old one where saving failed. `save` says what failed.
 */
export function SavedCheckbox({ label, checked, save }: Props) {
  const [shown, show] = useOptimistic(checked)
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-strong [overflow-wrap:anywhere]">
      <input
        type="checkbox"
        checked={shown}
        onChange={({ target }) =>
          startTransition(async () => {
            show(target.checked)
            await save(target.checked)
          })
        }
        className="size-5 shrink-0 accent-signal"
      />
      {label}
    </label>
  )
}
