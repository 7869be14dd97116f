import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#src/ui/call-api.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

type AskDialogProps = {
  title: string
  /** Whom or what it is about. */
  description?: string
  /** What happens then, in full sentences. */
  children: ReactNode
  /** What the button says that acts. */
  verb: string
  /** Said above the reason when it did not work. */
  failed: string
  act(): Promise<unknown>
  onClose(): void
  onDone(): void
}

/** Says what an act does that somebody is told of at once, and does it when asked to. */
export default function AskDialog(props: AskDialogProps) {
  const { title, description, children, verb, failed, act, onClose, onDone } = props
  const press = useMutation({ mutationFn: act, onSuccess: onDone })
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <div className="grid gap-6">
        {press.error && (
          <Alert tone="bad" title={failed}>
            {errorText(press.error)}
          </Alert>
        )}
        <div className="grid gap-3">{children}</div>
        <DialogButtons busy={press.isPending} onClose={onClose}>
          <Button variant="danger" busy={press.isPending} onClick={() => press.mutate()}>
            {verb}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
