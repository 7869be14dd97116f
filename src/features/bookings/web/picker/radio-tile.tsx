import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cx } from '#src/ui/class-names.ts'

type RadioTileProps = {
  /** The group: tiles of one name exclude each other, and arrow keys move between them. */
  name: string
  checked: boolean
  disabled?: boolean
  onChoose(): void
  /** How it looks; `has-checked:` styles the chosen one, `peer-checked:` what is in it. */
  className?: string
  children: ReactNode
}

/** A radio button as large as its text: the whole tile is the control. */
export function RadioTile({ name, checked, disabled, onChoose, className, children }: RadioTileProps) {
  const input = useRef<HTMLInputElement>(null)
  const chooseEarly = useEffectEvent(() => input.current?.checked && !checked && onChoose())
  // What was chosen before any script listened counts. Later React would have put back what the server wrote.
  useLayoutEffect(() => void chooseEarly(), [])
  return (
    <label
      className={cx(
        'relative rounded-md border transition-colors',
        disabled
          ? 'border-line text-faint'
          : 'border-edge text-strong hover:border-strong hover:bg-raised has-checked:border-signal',
        className,
      )}
    >
      <input
        ref={input}
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="peer absolute inset-0 m-0 scroll-my-2 cursor-pointer appearance-none rounded-md disabled:cursor-not-allowed"
      />
      {children}
    </label>
  )
}

/** The look of small tiles: the chosen one is filled. */
export const filledTile =
  'has-checked:bg-signal has-checked:font-semibold has-checked:text-ink has-checked:hover:bg-signal'
