import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { useIsCoach } from '#src/features/coaches/web/use-is-coach.ts'
import { coachOptOuts } from '#src/features/notifications/contract.ts'
import { MailSwitches } from '#src/features/notifications/web/mail-switches.tsx'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

/** Where the links of our mails lead: which of them one gets, without logging in. */
export default function MailPreferences() {
  const isHydrated = useHydrated()
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
          Bookings, changes, refunds and codes always reach you. These you can switch off. SMS are stopped by answering
          STOP to one of them.
        </p>
        <Panel className="mt-8 max-w-prose">
          {!isHydrated ? (
            <>
              <Skeleton className="h-24" />
              <noscript>
                <OneClick />
              </noscript>
            </>
          ) : token ? (
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

/** Without scripts: switches off the mail whose link was opened, as a mail program does (RFC 8058). */
function OneClick() {
  return (
    <Form>
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <Button type="submit">Switch off the mail that led here</Button>
    </Form>
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
