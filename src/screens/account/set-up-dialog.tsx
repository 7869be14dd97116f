import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { listLoginSessions } from '#src/features/accounts/login-sessions-contract.ts'
import { switchFactorOn, switchFactorOnBody } from '#src/features/accounts/second-factor-contract.ts'
import { FactorCodeField } from '#src/features/accounts/web/factor-code-field.tsx'
import { showRefusedFields } from '#src/features/accounts/web/refused-fields.ts'
import { expireLogin } from '#src/features/accounts/web/use-account.ts'
import { apiQuery, callApi, isLoginExpired } from '#src/ui/call-api.ts'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { copyText } from '#src/ui/controls/copy-button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'

type FactorKey = { secret: string; uri: string }

/** Two steps: the key goes into the app, whose code turns it on; then the recovery codes, which nobody sees again. */
export default function SetUpDialog({ factorKey, onClose }: { factorKey: FactorKey; onClose(): void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  return recoveryCodes ? (
    <Dialog title="Keep your recovery codes" onClose={onClose} onBack={() => {}} sticky>
      <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Set up your second step" onClose={onClose} sticky>
      <KeyForm factorKey={factorKey} onOn={setRecoveryCodes} onClose={onClose} />
    </Dialog>
  )
}

type KeyFormProps = { factorKey: FactorKey; onOn(recoveryCodes: string[]): void; onClose(): void }

function KeyForm({ factorKey: { secret, uri }, onOn, onClose }: KeyFormProps) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(switchFactorOnBody),
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await callApi(switchFactorOn, { body })
      void queryClient.invalidateQueries(apiQuery(listLoginSessions))
      onOn(recoveryCodes)
    } catch (error) {
      if (isLoginExpired(error)) return expireLogin()
      setFocus('code', { shouldSelect: true })
      showRefusedFields(error, setError)
      toastError('Not turned on', error, 'We could not reach the server. Please try again.')
    }
  })

  return (
    <Form onSubmit={submit} noValidate className="grid gap-6">
      <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
        <QrCode text={uri} />
        <div className="min-w-0">
          <p>Scan this with your authenticator app. On this very phone, open the app instead, or type the key:</p>
          <p className="figures mt-2 text-strong [overflow-wrap:anywhere]">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" size="sm" onClick={() => copyText(secret, 'Key copied')}>
              <Copy aria-hidden className="size-4" /> Copy key
            </Button>
            <ButtonAnchor href={uri} variant="ghost" size="sm">
              Open app
            </ButtonAnchor>
          </div>
        </div>
      </div>
      <FactorCodeField {...register('code')} error={errors.code?.message} />
      <DialogButtons busy={isSubmitting} onClose={onClose}>
        <Button type="submit" busy={isSubmitting}>
          Turn on
        </Button>
      </DialogButtons>
    </Form>
  )
}

/** Dark on light, with the border around it that cameras need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code with the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-52 rounded-md bg-strong text-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const text = codes.join('\n')
  return (
    <div className="grid gap-6">
      <Alert tone="good" title="Your second step is on">
        Other devices are logged out.
      </Alert>
      <p>
        Without your phone, one of these codes lets you in, each once. Keep them where your password is not. Nobody can
        show them again.
      </p>
      <ul aria-label="Recovery codes" className="figures grid gap-2 text-strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => copyText(text, 'Recovery codes copied')}>
          <Copy aria-hidden className="size-4" /> Copy
        </Button>
        <ButtonAnchor
          variant="secondary"
          size="sm"
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download="level-up-recovery-codes.txt"
        >
          <Download aria-hidden className="size-4" /> Download
        </ButtonAnchor>
      </div>
      <Button onClick={onDone} className="sm:justify-self-end">
        I have kept them
      </Button>
    </div>
  )
}
