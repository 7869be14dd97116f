import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { factorState, startFactor } from '#src/features/accounts/second-factor-contract.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { showLoginTime } from './show-login-time.ts'

const SetUpDialog = lazyDialog(() => import('./set-up-dialog.tsx'))
const SwitchOffDialog = lazyDialog(() => import('./switch-off-dialog.tsx'))

/** Whether logging in takes a code of an authenticator app, and the way to turn that on and off; `isVerified`: the e-mail. */
export function SecondStep({ userId, isVerified }: { userId: string; isVerified: boolean }) {
  const { queryKey } = apiQuery(factorState)
  const { data, error, isFetching, refetch } = useQuery<CallReply<typeof factorState>>({
    // The person is part of it: the next one on this browser sees their own.
    queryKey: [...queryKey, userId],
    queryFn: () => callApi(factorState),
    staleTime: 0,
  })
  const readerZone = useReaderZone()
  const [isSwitchingOff, setSwitchingOff] = useState(false)
  const start = useMutation({
    mutationFn: () => callApi(startFactor),
    onError: (error) => toastError('Not set up', error),
  })

  if (error)
    return (
      <LoadFailed
        title="Your second step could not be loaded"
        error={error}
        isFetching={isFetching}
        refetch={refetch}
      />
    )
  if (!data) return <Skeleton className="h-28" />
  return (
    <>
      {data.isOn ? (
        <>
          <Badge tone="good">
            <ShieldCheck aria-hidden className="size-4" /> On
          </Badge>
          <p className="mt-3">
            Logging in takes your password and a code from your authenticator app.{' '}
            <span className={data.recoveryCodesLeft < 3 ? 'font-medium text-strong' : undefined}>
              {data.recoveryCodesLeft === 1
                ? '1 recovery code is left.'
                : `${data.recoveryCodesLeft} recovery codes are left.`}
            </span>{' '}
            For fresh ones, or another phone, turn it off and on again.
          </p>
          <Button variant="secondary" className="mt-4" onClick={() => setSwitchingOff(true)}>
            Turn off
          </Button>
        </>
      ) : (
        <>
          {data.isDemanded && (
            <Alert tone="warn" title="You need this for your role" className="mb-4">
              Everybody on the team logs in with a second step. Until yours is on, the team’s pages stay closed.
            </Alert>
          )}
          <p>
            Log in with your password and a code from an app on your phone, such as Aegis, 1Password or Google
            Authenticator. A stolen password alone then opens nothing.
          </p>
          {data.wait ? (
            <Alert tone="warn" title="You set a new password by mail" className="mt-4">
              {data.wait.until
                ? `You can set this up from ${showLoginTime(data.wait.until, readerZone)} on, unless the team stops it.`
                : 'Whoever reads your mailbox could have done that. An owner has to let you set this up: they have a mail about it.'}
            </Alert>
          ) : isVerified ? (
            <Button
              variant={data.isDemanded ? 'primary' : 'secondary'}
              className="mt-4"
              busy={start.isPending}
              onClick={() => start.mutate()}
            >
              Set up
            </Button>
          ) : (
            <p className="mt-4">
              First show us that your e-mail is yours:{' '}
              <a href="#account-e-mail" className="text-signal underline underline-offset-4">
                verify it
              </a>
              . Then you can set this up.
            </p>
          )}
        </>
      )}
      {start.data && (
        <SetUpDialog
          factorKey={start.data}
          onClose={() => {
            start.reset()
            void refetch()
          }}
        />
      )}
      {isSwitchingOff && (
        <SwitchOffDialog
          onClose={() => {
            setSwitchingOff(false)
            void refetch()
          }}
        />
      )}
    </>
  )
}
