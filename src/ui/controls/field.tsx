import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { useProblem } from './problems.ts'
import { excessOf, tooMany } from './too-long.ts'

const FieldContext = createContext<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }>({})

type FieldProps = {
  label: ReactNode
  /** Said below the label before anything goes wrong. */
  hint?: ReactNode
  /** What is wrong; a form library's message goes here as it is. */
  error?: string
  /** Wrong together with another field, for a reason that stands elsewhere. */
  invalid?: boolean
  optional?: boolean
  className?: string
  /** One TextInput, Textarea or Select. */
  children: ReactNode
}

/** A labelled control with its hint and its error, wired for screen readers. */
export function Field({ label, hint, error, invalid, optional, className, children }: FieldProps) {
  const id = useId()
  const [excess, setExcess] = useState(0)
  const problem = error ?? (excess > 0 ? tooMany(excess) : undefined)
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = problem ? `${id}-error` : undefined
  useProblem(id, label, problem)
  const wiring = {
    id,
    'aria-describedby': cx(errorId, hintId) || undefined,
    'aria-invalid': problem || invalid ? (true as const) : undefined,
  }
  return (
    <div className={cx('flex flex-col gap-1.5', className)} onInput={(event) => setExcess(excessOf(event.target))}>
      <label htmlFor={id} className="font-medium text-strong">
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {problem && (
        <p id={errorId} className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

const control =
  'scroll-mt-12 w-full rounded-md border border-edge bg-ink px-3.5 py-2.5 text-base text-strong transition-colors placeholder:text-faint hover:border-soft disabled:opacity-50 aria-invalid:border-bad'

/** Has a Field say how much too long its text is: the browser itself would cut what is pasted. Outside of a Field it does. */
function useLimit(maxLength: number | undefined) {
  return useContext(FieldContext).id ? { 'data-max': maxLength } : { maxLength }
}

/** A one-line text control for a Field; takes what `register('name')` of react-hook-form gives. */
export function TextInput({ className, maxLength, ...rest }: ComponentProps<'input'>) {
  const wiring = { ...useContext(FieldContext), ...useLimit(maxLength) }
  return <input {...wiring} dir="auto" {...rest} className={cx(control, 'min-h-11', className)} />
}

/** A text control of several lines that grows with its text. */
export function Textarea({ className, maxLength, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useContext(FieldContext)}
      {...useLimit(maxLength)}
      dir="auto"
      rows={rows}
      {...rest}
      className={cx(control, 'max-h-96 resize-y [field-sizing:content] min-h-24', className)}
    />
  )
}

/** The browser's own select, styled; give it `<option>`s, the first with an empty value as its placeholder. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select
        {...useContext(FieldContext)}
        {...rest}
        className={cx(control, 'min-h-11 appearance-none pr-10', className)}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-soft" />
    </span>
  )
}
