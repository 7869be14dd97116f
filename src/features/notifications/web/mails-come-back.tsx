import { useQuery } from '@tanstack/react-query'
import { readMailReach } from '#src/features/notifications/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** A word to who misses our mails: the last one to their address was refused for good. Who never proved it can change it. */
export function MailsComeBack({ user: { email, emailVerified } }: { user: { email: string; emailVerified: boolean } }) {
  const { data } = useQuery({
    // Whose address it is is part of it: the next one on this browser has another.
    queryKey: [readMailReach.path, email],
    queryFn: () => callApi(readMailReach),
    staleTime: 0,
    // What it would say is no reason to alarm.
    meta: { quiet: true },
  })
  if (!data?.comeBack) return null
  return (
    <Alert tone="warn" title={`Our mails to ${email} come back.`}>
      <AppLink
        to={emailVerified ? '/#contact' : '/account#account-e-mail'}
        className="touch inline-flex items-center font-medium text-signal underline-offset-4 hover:underline"
      >
        {emailVerified ? 'Write to us' : 'Change it'}
      </AppLink>
    </Alert>
  )
}
