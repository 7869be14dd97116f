import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Drill, drillsBody, saveDrills } from '#src/features/sessions/write-up-contract.ts'
import { mostDrills } from '#src/features/sessions/write-ups.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { useKept } from '#src/ui/controls/use-kept.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { drillsKey } from './drills-query.ts'

type Typed = { text: string; link: string }

/** The drills a coach gives as homework again and again, to change. */
export function DrillsForm({ drills, userId }: { drills: Drill[]; userId: string }) {
  const client = useQueryClient()
  const [kept, keep] = useKept<Typed[]>('drills')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const typed = kept ?? drills.map(({ text, link }) => ({ text, link: link ?? '' }))
  const save = useMutation({
    mutationFn: (body: { drills: Drill[] }) => callApi(saveDrills, { body }),
    onSuccess: (saved) => {
      client.setQueryData(drillsKey(userId), saved)
      keep(null)
      toast({ title: 'Drills saved', description: 'Pick from them when you write up a session.' })
    },
  })
  function submit() {
    const filled = typed.filter(({ text, link }) => text.trim() || link.trim())
    keep(filled)
    const parsed = drillsBody.safeParse({ drills: filled })
    setProblems(
      Object.fromEntries(parsed.error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]) ?? []),
    )
    if (parsed.data) save.mutate(parsed.data)
  }
  const change = (place: number, part: Partial<Typed>) =>
    keep(typed.map((each, i) => (i === place ? { ...each, ...part } : each)))

  return (
    <Form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {typed.map(({ text, link }, place) => (
        <div key={place} className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <Field label={`Drill ${place + 1}`} error={problems[`drills.${place}.text`]}>
            <TextInput
              value={text}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change(place, { text: target.value })}
            />
          </Field>
          <Field label="Link" optional error={problems[`drills.${place}.link`]}>
            <TextInput
              value={link}
              maxLength={300}
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              onChange={({ target }) => change(place, { link: target.value })}
            />
          </Field>
          <Button
            variant="ghost"
            aria-label={`Remove drill ${place + 1}`}
            onClick={() => keep(typed.filter((_, i) => i !== place))}
          >
            <X aria-hidden className="size-5" /> <span className="sm:hidden">Remove</span>
          </Button>
        </div>
      ))}
      {problems.drills && <p className="text-bad text-sm">{problems.drills}</p>}
      {save.error && (
        <Alert tone="bad" title="Not saved">
          {errorText(save.error)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {typed.length < mostDrills && (
          <Button variant="secondary" onClick={() => keep([...typed, { text: '', link: '' }])}>
            <Plus aria-hidden className="size-4" /> Add a drill
          </Button>
        )}
        <Button type="submit" busy={save.isPending} disabled={kept === null}>
          Save drills
        </Button>
      </div>
    </Form>
  )
}
