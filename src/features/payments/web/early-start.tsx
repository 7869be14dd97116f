import { useId, useState } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { useProblem } from '#src/ui/controls/problems.ts'

const label = 'Start before 14 days are over'

type EarlyStartProps = {
  error: string | undefined
  /** It was, before they went back to choose another hour. */
  wasTicked: boolean
  /** Nothing can be changed now. */
  isPaying: boolean
}

/** Asked of buyers who can withdraw, since what they buy begins before those days are over; the law wants it unticked (TERM-9). */
export function EarlyStart({ error, wasTicked, isPaying }: EarlyStartProps) {
  const id = useId()
  const [isTicked, setTicked] = useState(wasTicked)
  const problem = isTicked ? undefined : error
  useProblem(id, label, problem)
  return (
    <div className={cx('my-2 rounded-md border p-4', problem ? 'border-bad' : 'border-line')}>
      <label className="flex min-h-6 cursor-pointer items-start gap-3">
        <input
          id={id}
          type="checkbox"
          defaultChecked={wasTicked}
          name="startsEarly"
          required
          disabled={isPaying}
          onChange={({ target }) => setTicked(target.checked)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
          className="mt-0.5 size-5 shrink-0 scroll-mb-36 accent-signal"
        />
        <span className="font-medium text-strong">{label}</span>
      </label>
      {problem && (
        <p id={`${id}-error`} className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-2 text-sm">
        Your session is within 14 days, so we can sell it only if you ask us to hold it by then. You can withdraw
        without a reason until it starts, and get everything back; once it has started you cannot.
      </p>
    </div>
  )
}
