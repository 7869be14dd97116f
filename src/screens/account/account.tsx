import type { ReactNode } from 'react'
import { useRequireLogin } from '#src/features/accounts/web/use-account.ts'
import { CalendarFeed } from '#src/features/bookings/web/calendar-feed.tsx'
import { OwnNumbers } from '#src/features/bookings/web/own-numbers.tsx'
import { useIsCoach } from '#src/features/coaches/web/use-is-coach.ts'
import { MailSwitches } from '#src/features/notifications/web/mail-switches.tsx'
import { MailsComeBack } from '#src/features/notifications/web/mails-come-back.tsx'
import { FrameByRole } from '#src/shell/staff-frame.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { ColleaguesStep } from './colleagues-step.tsx'
import { EmailSection } from './email-section.tsx'
import { NameForm } from './name-form.tsx'
import { OpenLoginSessions } from './open-login-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RecentLogins } from './recent-logins.tsx'
import { SecondStep } from './second-step.tsx'
import { StaffMails } from './staff-mails.tsx'
import { YourData } from './your-data.tsx'

/** What somebody can change about their own account: the player first, security after. */
export default function Account() {
  const user = useRequireLogin()
  const isCoach = useIsCoach(user)
  const colleague = useSearch().get('step')
  return (
    <FrameByRole>
      <div className="wrap py-10 lg:py-16">
        <h1 className="display text-2xl">Account</h1>
        {(user?.isOwner || user?.isAdmin) && colleague && (
          <ColleaguesStep accountId={colleague} isOwner={user.isOwner} />
        )}
        {user ? (
          <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
            <div className="grid gap-6">
              <Section title="How your coach finds you">
                <ProfileSection userId={user.id} />
              </Section>
              <Section title="Name">
                <NameForm user={user} />
              </Section>
              <Section title="Mails you get">
                {user.emailVerified ? (
                  <MailSwitches userId={user.id} isCoach={isCoach} />
                ) : (
                  <p>Verify your e-mail first, then choose here which reminders and messages reach you by mail.</p>
                )}
              </Section>
              <Section title="Your phone numbers">
                <OwnNumbers userId={user.id} />
              </Section>
              {(user.isOwner || user.isAdmin) && (
                <Section title="Mails about the business">
                  <StaffMails userId={user.id} />
                </Section>
              )}
              {user.isOwner && (
                <Section title="All sessions in your calendar">
                  <CalendarFeed as="owner" userId={user.id} />
                </Section>
              )}
            </div>
            <div className="grid gap-6">
              <Section title="E-mail">
                <div className="mb-4 empty:hidden">
                  <MailsComeBack user={user} />
                </div>
                <EmailSection user={user} />
              </Section>
              <Section title="Password">
                <PasswordForm email={user.email} />
              </Section>
              <Section title="Second step">
                <SecondStep userId={user.id} isVerified={user.emailVerified} />
              </Section>
              <Section title="Logged in on">
                <OpenLoginSessions userId={user.id} />
              </Section>
              <Section title="Recent logins">
                <RecentLogins userId={user.id} />
              </Section>
              <Section title="Your data">
                <YourData />
              </Section>
            </div>
          </div>
        ) : (
          <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
            <p role="status" className="sr-only">
              Loading your account
            </p>
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        )}
      </div>
    </FrameByRole>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `account-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <Panel aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="display mb-4 text-lg outline-none">
        {title}
      </h2>
      {children}
    </Panel>
  )
}
