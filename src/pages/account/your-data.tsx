import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportData } from '#src/privacy/contract.ts'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { toast } from '#src/ui/toast.ts'

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'))

/** A copy of everything kept about the person, and the way out. */
export function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  const download = useMutation({
    mutationFn: () => callApi(exportData),
    onSuccess: (data) => save(JSON.stringify(data, null, 2)),
    onError: (error) =>
      toast({
        title: 'No download',
        description: errorText(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      }),
  })
  return (
    <>
      <p>
        What we keep about you, as one file: your account, sessions, payments, messages, ratings, stories and what we
        mailed you.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download
        </Button>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </>
  )
}

function save(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'level-up-data.json'
  link.click()
  // The download may start a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
