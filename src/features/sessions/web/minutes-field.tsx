import { Field, TextInput } from '#src/ui/controls/field.tsx'

type MinutesFieldProps = { value: string; onChange(minutes: string): void; error?: string | undefined }

/** How many minutes of a session it is about. */
export function MinutesField({ value, onChange, error }: MinutesFieldProps) {
  return (
    <Field label="How many minutes?" error={error}>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-32"
      />
    </Field>
  )
}
