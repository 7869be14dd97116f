import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportData, exportReadable } from '#src/features/privacy/contract.ts'
import { fetchCall } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { saveAnswer } from '#src/ui/save-answer.ts'

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'))

/** A copy of everything kept about the person, and the way out. */
export function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  const download = useMutation({
    mutationFn: async (call: typeof exportData | typeof exportReadable) => saveAnswer(await fetchCall(call)),
    onError: (error) => toastError('No download', error),
  })
  return (
    <>
      <p>
        What we keep about you, as one file: your account, sessions, payments, messages, ratings, stories and what we
        mailed and texted you. One to read, or JSON for programs.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={download.isPending && download.variables === exportReadable}
          onClick={() => download.mutate(exportReadable)}
        >
          Download to read
        </Button>
        <Button
          variant="secondary"
          busy={download.isPending && download.variables === exportData}
          onClick={() => download.mutate(exportData)}
        >
          Download for programs
        </Button>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </>
  )
}
