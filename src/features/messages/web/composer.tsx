import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { longestMessage } from '#src/features/messages/rules.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { tooMany } from '#src/ui/controls/too-long.ts'

type ComposerProps = {
  /** Where what was typed and not sent is kept for as long as the tab lives. */
  draftKey: string
  focus: boolean
  label?: string
  isSending: boolean
  onSend(content: string): void
}

/** Enter sends, Shift+Enter makes a new line; blank messages are not sent. */
export function Composer({ draftKey, focus, label, isSending, onSend }: ComposerProps) {
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '')
  const content = text.trim()
  const excess = content.length - longestMessage
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focus && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [focus])

  function type(typed: string) {
    setText(typed)
    sessionStorage.setItem(draftKey, typed)
  }
  function send() {
    if (!content || excess > 0 || (label && isSending)) return
    type('')
    onSend(content)
  }
  function sendOnEnter(event: KeyboardEvent) {
    // Enter that only confirms a Japanese or Chinese word; Safari has ended the word by then, and says so by 229 alone.
    const isConfirming = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isConfirming) return
    event.preventDefault()
    send()
  }

  return (
    <Form
      className="flex flex-wrap items-end gap-3 border-line border-t p-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        aria-label="Your message"
        placeholder="Write a message"
        rows={1}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={sendOnEnter}
        className="max-h-40 min-h-11 flex-1 resize-none rounded-md border border-edge bg-ink px-3.5 py-2.5 text-strong [field-sizing:content] placeholder:text-faint"
      />
      {excess > 0 && (
        <p role="status" className="order-last w-full text-bad text-sm">
          {tooMany(excess)}
        </p>
      )}
      {label ? (
        <Button type="submit" disabled={!content} busy={isSending}>
          {label}
        </Button>
      ) : (
        <Button type="submit" disabled={!content} aria-label="Send" className="px-4!">
          <SendHorizontal aria-hidden className="size-5" />
        </Button>
      )}
    </Form>
  )
}
