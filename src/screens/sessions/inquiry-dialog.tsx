import { useState } from 'react'
import { sendInquiryMessage } from '#src/features/contacts/contract.ts'
import { Thread } from '#src/features/messages/web/thread.tsx'
import { callApi } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** The conversation of an inquiry, for who wrote it. */
export default function InquiryDialog({ contactId, onClose }: { contactId: string; onClose(): void }) {
  const [isGone, setGone] = useState(false)
  const params = { contactId }
  return (
    <Dialog title="Your question to our team" description="What you asked us, and our answers." onClose={onClose}>
      {isGone ? (
        <Alert tone="warn" title="This question is not here">
          Log in with the account that asked it. After two years we delete questions.
        </Alert>
      ) : (
        <div className="-m-5 flex h-[calc(100%+2.5rem)] flex-col sm:-mx-6 sm:h-[min(34rem,calc(84vh-7rem))]">
          <Thread
            of={params}
            send={({ content, idempotencyKey }) =>
              callApi(sendInquiryMessage, { params, body: { content, idempotencyKey } })
            }
            empty="Nothing was written."
            onGone={() => setGone(true)}
            focusField
            className="flex-1"
          />
        </div>
      )}
    </Dialog>
  )
}
