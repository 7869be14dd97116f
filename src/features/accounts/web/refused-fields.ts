import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { HttpError } from '#src/ui/call-api.ts'

/** Shows what the server says about single fields (`fields` of a 400 answer) at those fields; focuses the first. False: it says nothing. */
export function showRefusedFields<Form extends FieldValues>(error: unknown, setError: UseFormSetError<Form>): boolean {
  const fields = (error instanceof HttpError && error.answer.fields) || {}
  for (const [index, [field, message]] of Object.entries(fields).entries())
    setError(field as FieldPath<Form>, { message }, { shouldFocus: index === 0 })
  return Object.keys(fields).length > 0
}
