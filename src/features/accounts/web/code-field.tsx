import type { ComponentProps } from 'react'
import { Field, TextInput } from '#src/ui/controls/field.tsx'

type CodeFieldProps = Omit<ComponentProps<'input'>, 'className'> & { error?: string; outbox?: string }

/**
 * The field for a mailed code; phones offer the code to fill in. `outbox` is the page with the mail, in demo mode.
 * There is no limit to its length, because codes get pasted with spaces.
 */
export function CodeField({ error, outbox, ...input }: CodeFieldProps) {
  const hint = outbox && (
    <>
      This is the demo: the mail is in the{' '}
      <a href={outbox} target="_blank" rel="noopener" className="text-signal underline underline-offset-4">
        outbox
      </a>
      .
    </>
  )
  return (
    <Field label="Code" hint={hint} error={error}>
      <TextInput
        {...input}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="1234 5678"
        className="figures tracking-widest"
      />
    </Field>
  )
}
