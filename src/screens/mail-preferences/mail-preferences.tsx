import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { MailSwitches } from '#src/features/notifications/web/mail-switches.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'

/** Where the links of our mails lead: which of them one gets, without logging in. */
export default function MailPreferences() {
  const token = useSearch().get('token')
  const { user } = useAccount()
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <h1 className="display text-2xl">Mails you get</h1>
        <p className="mt-5 max-w-prose text-lg">
          Bookings, changes, refunds and codes always reach you. These two you can switch off.
        </p>
        <Panel className="mt-8 max-w-prose">
          {token ? <MailSwitches token={token} /> : user?.emailVerified ? <MailSwitches userId={user.id} /> : <WayIn />}
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
