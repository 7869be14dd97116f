import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { useIsCoach } from '#src/features/coaches/web/use-is-coach.ts'
import { coachOptOuts } from '#src/features/notifications/contract.ts'
import { MailSwitches } from '#src/features/notifications/web/mail-switches.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'

/** Where the links of our mails lead: which of them one gets, without logging in. */
export default function MailPreferences() {
  const search = useSearch()
  const token = search.get('token')
  const { user } = useAccount()
  const isAsCoach = coachOptOuts.some((kind) => kind === search.get('off'))
  const isCoach = useIsCoach(user) || isAsCoach
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <h1 className="display text-2xl">Mails you get</h1>
        <p className="mt-5 max-w-prose text-lg">
          Bookings, changes, refunds and codes always reach you. These you can switch off.
        </p>
        <Panel className="mt-8 max-w-prose">
          {token ? (
            <MailSwitches token={token} isCoach={isCoach} />
          ) : user?.emailVerified ? (
            <MailSwitches userId={user.id} isCoach={isCoach} />
          ) : (
            <WayIn />
          )}
        </Panel>
      </div>
    </SiteFrame>
  )
}

function WayIn() {
  return (
    <p>
      Open the link at the end of one of these mails, or choose in your{' '}
      <AppLink to="/account" className="text-signal underline underline-offset-4">
        account
      </AppLink>
      .
    </p>
  )
}
