import { useMutation } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { type MyCoach, removeCoachPhoto, saveCoachPhoto } from '#src/features/coaches/contract.ts'
import { CoachPortrait } from '#src/features/coaches/web/coach-portrait.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { isHeic, type Picture, readPicture } from './read-picture.ts'

const unreadable = 'This is not a picture we can read. Please choose a JPEG, PNG or WebP file.'
const heic = 'This browser cannot open HEIC photos. Save it as JPEG, or choose it on your iPhone.'

/** The coach's picture: what players see now, a chosen one before it is saved, and why one was refused. */
export function Photo({ profile, onChanged }: { profile: MyCoach; onChanged(): Promise<unknown> }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Picture | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  function onError(error: Error) {
    setRefusal(errorText(error, 'We could not reach the server. Please try again.'))
  }
  const save = useMutation({
    mutationFn: (file: Blob) => callApi(saveCoachPhoto, {}, { body: file }),
    onSuccess: async () => {
      await onChanged()
      setChosen(null)
      toast({ title: 'Photo saved', description: 'Players can see it now.' })
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => callApi(removeCoachPhoto),
    onSuccess: async () => {
      await onChanged()
      toast({ title: 'Photo removed', description: 'Players see your drawn portrait again.' })
    },
    onError,
  })

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again, after it was mended.
    currentTarget.value = ''
    if (!file) return
    setChosen(null)
    setRefusal(null)
    const picture = await readPicture(file).catch(() => null)
    setChosen(picture)
    if (!picture) setRefusal(isHeic(file) ? heic : unreadable)
  }

  const isBusy = save.isPending || remove.isPending
  return (
    <div className="grid gap-4">
      <div className="overflow-hidden rounded-lg border border-line">
        <CoachPortrait coach={chosen ? { ...profile, profileImageUrl: chosen.address } : profile} />
      </div>
      {refusal && (
        <Alert tone="bad" title="That photo did not work">
          {refusal}
        </Alert>
      )}
      <p className="text-sm">
        {chosen
          ? 'A preview: players see it once you save it.'
          : 'Any photo of your phone will do. We keep the middle and drop where and when it was taken.'}
      </p>
      <input
        ref={input}
        type="file"
        // Not by kinds: an iPhone makes a JPEG of its own kind where that is not named.
        accept="image/*"
        aria-label="Photo file"
        tabIndex={-1}
        className="sr-only"
        onChange={choose}
      />
      <div className="flex flex-wrap gap-3">
        {chosen ? (
          <>
            <Button size="sm" busy={save.isPending} onClick={() => save.mutate(chosen.file)}>
              Save photo
            </Button>
            <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => setChosen(null)}>
              Not this one
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => input.current?.click()}>
              <ImageUp aria-hidden className="size-4" /> Choose a photo
            </Button>
            {profile.profileImageUrl && (
              <Button variant="ghost" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
                <Trash2 aria-hidden className="size-4" /> Remove photo
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
