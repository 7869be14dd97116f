import { useId, useState } from 'react'

type EarlyStartProps = {
  error: string | undefined
  /** Nothing can be changed now. */
  isPaying: boolean
}

/** Asked of buyers who can withdraw, since what they buy begins before those days are over; the law wants it unticked (TERM-9). */
export function EarlyStart({ error, isPaying }: EarlyStartProps) {
  const id = useId()
  const [isTicked, setTicked] = useState(false)
  const problem = isTicked ? undefined : error
  return (
    <div className="my-2 rounded-md border border-line p-4">
      <label className="flex min-h-6 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="startsEarly"
          required
          disabled={isPaying}
          onChange={({ target }) => setTicked(target.checked)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
          className="mt-0.5 size-5 shrink-0 scroll-mb-36 accent-signal"
        />
        <span className="font-medium text-strong">Start before 14 days are over</span>
      </label>
      {problem && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-2 text-sm">
        For 14 days after paying you can withdraw without a reason, until your session starts, and get everything back.
        Once it is held you cannot.
      </p>
    </div>
  )
}

/** Whether it is ticked in this form. */
export function startsEarly(form: HTMLFormElement): boolean {
  return new FormData(form).has('startsEarly')
}
