import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod/mini'
import { languageCodes, languages } from '#src/shared/languages.ts'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'

/** A list that is typed one a line. */
export const linesSchema = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
)

type Name = 'howITeach' | 'languages' | 'clipUrl' | 'publicLinks'
type ListError = FieldError | (FieldError | undefined)[]

type PageFieldsProps = {
  register(name: Name): UseFormRegisterReturn
  errors: Partial<Record<Exclude<Name, 'languages'>, ListError>>
}

/** What a coach's own page says besides the card: the coach and the owner edit it. */
export function PageFields({ register, errors }: PageFieldsProps) {
  return (
    <>
      <Field
        label="How I teach"
        optional
        hint="What a session is like, and what happens after it. Everybody reads it on the coach’s page."
        error={messageOf(errors.howITeach)}
        className="sm:col-span-full"
      >
        <Textarea {...register('howITeach')} />
      </Field>
      <fieldset className="sm:col-span-full">
        <legend className="font-medium text-strong">
          Languages<span className="font-normal text-faint"> (optional)</span>
        </legend>
        <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
          {languageCodes.map((code) => (
            <label key={code} className="flex min-h-11 cursor-pointer items-center gap-3 text-strong">
              <input
                type="checkbox"
                value={code}
                {...register('languages')}
                className="size-5 shrink-0 accent-signal"
              />
              {languages[code]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label="Clip"
        optional
        hint="The address of one video. Players see a link to it on the page."
        error={messageOf(errors.clipUrl)}
      >
        <TextInput type="url" inputMode="url" placeholder="https://" {...register('clipUrl')} />
      </Field>
      <Field
        label="Links on the page"
        optional
        hint="Streams, trackers, results: one a line, at most 5. Everybody sees them."
        error={messageOf(errors.publicLinks)}
      >
        <Textarea {...register('publicLinks')} rows={2} className="min-h-11" placeholder="https://" />
      </Field>
    </>
  )
}

/** What is wrong with a field; of a list, with the whole of it or with its first bad line. */
export function messageOf(error: ListError | undefined): string | undefined {
  return Array.isArray(error) ? error.find(Boolean)?.message : error?.message
}
