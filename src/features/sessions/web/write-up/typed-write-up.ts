import { type Written, writeUpBody } from '#src/features/sessions/write-up-contract.ts'

/** A write-up as it is typed: with room for what is not written yet. */
export type TypedWriteUp = { seen: string[]; homework: TypedHomework[]; nextStep: string }
export type TypedHomework = { text: string; link: string; keep: boolean }

/** What the fields begin with. */
export function toType(written: Written | null): TypedWriteUp {
  const seen = written?.seen ?? []
  return {
    seen: [0, 1, 2].map((place) => seen[place] ?? ''),
    homework: (written?.homework ?? []).map(({ text, link }) => ({ text, link: link ?? '', keep: false })),
    nextStep: written?.nextStep ?? '',
  }
}

/** Without rows in which nothing stands. */
export function withoutEmpty({ homework, ...rest }: TypedWriteUp): TypedWriteUp {
  return { ...rest, homework: homework.filter(({ text, link }) => text.trim() || link.trim()) }
}

/** What is sent, or for each field (`homework.0.link`) what is wrong. */
export function checkWriteUp({ seen, ...rest }: TypedWriteUp) {
  const parsed = writeUpBody.safeParse({ seen: seen.filter((text) => text.trim()), ...rest })
  if (parsed.success) return { body: parsed.data, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return { body: null, problems }
}
