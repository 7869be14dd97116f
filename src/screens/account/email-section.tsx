import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { me, redeemCode, type User, verifyEmailBody } from '#src/features/accounts/contract.ts'
import { type AskedCode, askCode } from '#src/features/accounts/web/ask-code.ts'
import { CodeField } from '#src/features/accounts/web/code-field.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin, updateUser } from '#src/features/accounts/web/use-account.ts'
import { callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { ChangeEmailForm } from './change-email-form.tsx'

/** The account's e-mail, and the way to prove that it is one's own. Mails link to it. */
export function EmailSection({ user }: { user: User }) {
  const [asked, setAsked] = useState<(AskedCode & { isOld?: true }) | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isChanging, setChanging] = useState(false)
  // It comes after the page: a link to it has scrolled nowhere yet.
  useEffect(() => {
    if (location.hash !== '#account-e-mail') return
    const heading = document.getElementById('account-e-mail')
    heading?.scrollIntoView({ behavior: 'instant' })
    heading?.focus({ preventScroll: true })
  }, [])

  async function ask() {
    setAsking(true)
    setAsked((await askCode('verify-email', user.email)) ?? asked)
    setAsking(false)
  }

  /** For the code mailed at sign-up, which a new one would replace. */
  async function enterOld() {
    setAsking(true)
    const { outbox } = await callApi(me).catch(() => ({ outbox: undefined }))
    setAsked({ email: user.email, outbox, isOld: true })
    setAsking(false)
  }

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 break-words font-medium text-strong">{user.email}</span>
        {user.emailVerified ? (
          <Badge tone="good">
            <MailCheck aria-hidden className="size-4" /> Verified
          </Badge>
        ) : (
          <Badge tone="warn">Not verified</Badge>
        )}
      </p>
      {!user.emailVerified && isChanging && <ChangeEmailForm onClose={() => setChanging(false)} />}
      {!user.emailVerified && !isChanging && (
        <>
          <p className="mt-3">
            {asked
              ? asked.isOld
                ? 'Enter the 8 digits of our mail. They work for 10 minutes, in the browser that asked for them. Yours are older? Have another code sent.'
                : 'We mailed you a code of 8 digits. It works for 10 minutes, in this browser.'
              : 'Booking works without. Verifying shows us that invites and receipts reach you, and that a free session or an application under this e-mail is yours.'}
          </p>
          {asked && <CodeForm email={user.email} outbox={asked.outbox} />}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant={asked ? 'ghost' : 'secondary'} busy={isAsking} onClick={ask}>
              {asked ? 'Send another code' : 'Verify'}
            </Button>
            {!asked && (
              <Button variant="ghost" disabled={isAsking} onClick={enterOld}>
                I have a code
              </Button>
            )}
            <Button variant="ghost" disabled={isAsking} onClick={() => setChanging(true)}>
              Change it
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function CodeForm({ email, outbox }: AskedCode) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(verifyEmailBody),
    defaultValues: { purpose: 'verify-email' as const, email },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])

  const submit = handleSubmit(async (body) => {
    try {
      const { user } = await callApi(redeemCode, { body })
      updateUser(user)
      toast({ title: 'E-mail verified', description: 'Thank you. That was all.' })
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      setFocus('code', { shouldSelect: true })
      showRefusedFields(error, setError)
      toastError('E-mail not verified', error, 'We could not reach the server. Please try again.')
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <CodeField {...register('code')} error={errors.code?.message} outbox={outbox} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        Verify e-mail
      </Button>
    </Form>
  )
}
