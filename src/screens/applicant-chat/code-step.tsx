import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { codeSchema } from '#src/features/accounts/contract.ts'
import { type AskedCode, askCode } from '#src/features/accounts/web/ask-code.ts'
import { CodeField } from '#src/features/accounts/web/code-field.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { type Application, openApplication } from '#src/features/applications/contract.ts'
import { provenElsewhere } from '#src/features/applications/rules.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'

type CodeStepProps = {
  email: string
  /** This browser read it until the owner of the e-mail came: it gets a code on demand only. */
  provenElsewhere: boolean
  outbox?: string
  onOpened(application: Application): void
}

/** In a browser where nobody has proved it yet: the mailed code proves that the e-mail is one's own. */
export function CodeStep({ email, provenElsewhere: isProvenElsewhere, outbox, onOpened }: CodeStepProps) {
  const [asked, setAsked] = useState<AskedCode | null>(isProvenElsewhere ? null : { email, outbox })
  const [isSending, setSending] = useState(false)

  async function send() {
    setSending(true)
    const sent = await askCode('applicant-access', email)
    if (sent) setAsked(sent)
    setSending(false)
  }

  return (
    <section aria-labelledby="prove" className="border-line border-t pt-6">
      <h2 id="prove" className="display text-lg">
        Is this email yours?
      </h2>
      <p className="mt-2 [overflow-wrap:anywhere]">
        {isProvenElsewhere
          ? provenElsewhere(email)
          : 'Nobody has proved it in this browser yet, so we mailed you a code of 8 digits. It works for 10 minutes, in this browser.'}
      </p>
      {asked && <CodeForm asked={asked} onOpened={onOpened} />}
      <Button variant={asked ? 'ghost' : 'primary'} busy={isSending} onClick={send} className="mt-5 w-full">
        {asked ? 'Send another code' : 'Send me a code'}
      </Button>
    </section>
  )
}

const codeForm = z.object({ code: codeSchema })

function CodeForm({ asked, onOpened }: { asked: AskedCode } & Pick<CodeStepProps, 'onOpened'>) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ resolver: zodResolver(codeForm) })
  const { errors, isSubmitting } = formState
  // Also after another code was sent.
  useEffect(() => {
    if (asked) setFocus('code')
  }, [asked, setFocus])

  const submit = handleSubmit(async ({ code }) => {
    try {
      onOpened(await callApi(openApplication, { body: { email: asked.email, code } }))
    } catch (error) {
      showRefusedFields(error, setError)
      toastError('Code not accepted', error, 'We could not reach the server. Please try again.')
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-4">
      <CodeField {...register('code')} outbox={asked.outbox} error={errors.code?.message} />
      <Button type="submit" size="lg" busy={isSubmitting}>
        Open my application
      </Button>
    </Form>
  )
}
