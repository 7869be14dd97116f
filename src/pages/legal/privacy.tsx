import { AppLink } from '#src/ui/app-link.tsx'
import { TextPage, TextPart } from './text-page.tsx'

/** What happens with people's data. */
export default function Privacy() {
  return (
    <TextPage title="Privacy" lead="We keep what a session needs, and nothing to follow you around with.">
      <TextPart title="What we keep">
        <p>
          Your account: name, e-mail address and, scrambled so that nobody can read it, your password. Your sessions:
          coach, time, price, and the name, e-mail address and phone number you booked with. What you write to us and to
          coaches, and stories and applications you send. If you choose to say them: your names on Discord and in the
          game, your ranks, your time zone, and what you want to work on. A coach can keep notes about the players they
          coach.
        </p>
        <p>
          For 90 days, who logged in to your account or tried to: when, with which kind of browser, and from which
          network address. So you can see on your account page that it was always you.
        </p>
      </TextPart>
      <TextPart title="What we never see">
        <p>
          Your card. You type it into the form of our payment provider, Stripe; we only learn whether the payment went
          through, and how much it was.
        </p>
      </TextPart>
      <TextPart title="Who else sees it">
        <p>
          Your coach sees your name, your session and your chat and, until the session is over, what you said about
          yourself to be found; our team can read all this, too, to help when something goes wrong. A coach’s notes are
          for that coach alone. Other players of a group session do not see your contact data. Stripe handles payments,
          Twilio delivers text messages, and a mail provider delivers e-mails. Nobody buys anything from us.
        </p>
      </TextPart>
      <TextPart title="In your browser">
        <p>
          Signing in puts a cookie and two entries into your browser, so that you stay signed in. When we mail you a
          code, as at sign-up, a second cookie lets only your browser use it, for a day; a third, after an application,
          opens its chat for 30 days; a fourth remembers for 180 days that you logged in there, so that strangers who
          try your password cannot lock you out. Unfinished forms can be kept there, too. There are no advertising
          cookies, no trackers, and no fonts or pictures from other companies.
        </p>
      </TextPart>
      <TextPart title="Your data is yours">
        <p>
          On{' '}
          <AppLink to="/account" className="text-strong underline underline-offset-4">
            your account page
          </AppLink>{' '}
          you change your name, download a copy of everything we keep about you, except coaches’ own notes, and delete
          your account, which deletes those notes, too. Records of payments stay as long as the law asks for them,
          without your name.
        </p>
      </TextPart>
    </TextPage>
  )
}
