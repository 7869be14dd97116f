import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a step of the dialog; takes the focus when the step appears, so that it is read out. */
export function StepTitle({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <span ref={ref} tabIndex={-1} className="block outline-none">
      {children}
    </span>
  )
}

/** How far one is, as rungs that light up. `step` is 1 or 2. */
export function StepRungs({ step }: { step: number }) {
  return (
    <span className="tag flex items-center gap-2 text-soft">
      <svg viewBox="0 0 24 16" aria-hidden="true" className="h-4 w-6">
        <path d="M1 13h10" stroke="var(--color-signal)" strokeWidth="4" />
        <path d="M13 5h10" stroke={step > 1 ? 'var(--color-signal)' : 'var(--color-edge)'} strokeWidth="4" />
      </svg>
      Step {step} of 2
    </span>
  )
}
