import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Login, listLogins } from '#src/features/accounts/login-sessions-contract.ts'
import type { LoginWay } from '#src/features/accounts/rules.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { showLoginTime } from './show-login-time.ts'

/** What each way is called when it worked, and when it did not. */
const words: Record<LoginWay, [string, string]> = {
  'sign-up': ['Signed up', 'Signing up'],
  password: ['Password', 'Wrong password'],
  'app-code': ['Password and app code', 'Right password, wrong app code'],
  'recovery-code': ['Password and recovery code', 'Right password, wrong recovery code'],
  'mailed-code': ['New password by mailed code', 'Wrong code for a new password'],
  'admin-login': ['Admin area', 'Admin area, wrong code'],
}

/** So many are shown at first. */
const few = 4

/** The last logins of the account, and the last tries that failed. */
export function RecentLogins({ userId }: { userId: string }) {
  const { queryKey } = apiQuery(listLogins)
  const { data, error, isFetching, refetch } = useQuery<Login[]>({
    // Begins like the call's own key. The person is part of it: the next one on this browser sees their own.
    queryKey: [...queryKey, userId],
    queryFn: () => callApi(listLogins),
    staleTime: 0,
  })
  const [showsAll, setShowsAll] = useState(false)

  if (error)
    return (
      <LoadFailed title="Your logins could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
    )
  if (!data) return <Skeleton className="h-20" />
  if (data.length === 0) return <p className="text-sm">None in the last 90 days. Your next one shows up here.</p>
  return (
    <>
      <ul>
        {data.slice(0, showsAll ? undefined : few).map((login) => (
          <Entry key={login.id} login={login} />
        ))}
      </ul>
      {data.length > few && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${data.length}`}
        </Button>
      )}
      <p className="mt-4 text-sm">
        One of them was not you? Change your password: that logs every other device out. We keep this list for 90 days.
      </p>
    </>
  )
}

function Entry({ login: { way, outcome, device, network, createdAt } }: { login: Login }) {
  const readerZone = useReaderZone()
  const [worked, failed] = words[way]
  const noCode = way === 'admin-login' ? 'Admin area, no app code' : 'Right password, no code'
  const how = outcome === 'opened' ? worked : outcome === 'code-missing' ? noCode : failed
  return (
    <li className="flex items-center justify-between gap-4 border-line border-t py-3 first:border-0">
      <div className="min-w-0">
        <p className="font-medium text-strong">{how}</p>
        <p className="figures text-sm [overflow-wrap:anywhere]">
          <span className="inline-block">{showLoginTime(createdAt, readerZone)}</span> ·{' '}
          <span className="inline-block">
            {device} · {network}
          </span>
        </p>
      </div>
      {outcome !== 'opened' && (
        <Badge tone="bad" className="shrink-0">
          Failed
        </Badge>
      )}
    </li>
  )
}
