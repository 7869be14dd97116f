import type { ComponentProps } from 'react'
import { Field, TextInput } from '#src/ui/controls/field.tsx'

type FactorCodeFieldProps = Omit<ComponentProps<'input'>, 'className'> & {
  error?: string
  /** Whether a recovery code does, too. */
  orRecovery?: boolean
}

/** The field for a code of the authenticator app. */
export function FactorCodeField({ error, orRecovery, ...input }: FactorCodeFieldProps) {
  return (
    <Field label="Code from your app" hint={orRecovery && 'Or one of your recovery codes.'} error={error}>
      <TextInput
        {...input}
        autoComplete="one-time-code"
        // A recovery code has letters.
        inputMode={orRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="123 456"
        className="figures tracking-widest"
      />
    </Field>
  )
}
