import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what is typed into a form for as long as the tab lives, under `key`: it survives a reload, a crash of the page
 * and the way to the login page and back. Fills what nobody touched from the draft on mount; `clear()` drops it, after
 * success.
 */
export function useDraft<Form extends FieldValues, Context, Checked extends FieldValues | undefined>(
  key: string,
  form: UseFormReturn<Form, Context, Checked>,
): { clear(): void } {
  const { getValues, setValue, subscribe, formState } = form
  const { defaultValues } = formState
  const storageKey = `draft:${key}`

  useEffect(() => {
    // Something may have been typed before React listened: that is newer.
    const isUntouched = (value: unknown, name: string) => !value || value === defaultValues?.[name]
    for (const [name, value] of Object.entries(readDraft(storageKey)))
      if (isUntouched(getValues(name as Path<Form>), name))
        setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>)
    const keep = (values: Form) => sessionStorage.setItem(storageKey, JSON.stringify(values))
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [storageKey, defaultValues, getValues, setValue, subscribe])

  return { clear: () => sessionStorage.removeItem(storageKey) }
}

function readDraft(storageKey: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
