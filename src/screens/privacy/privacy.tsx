import { useQuery } from '@tanstack/react-query'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { keepDays, showDays } from '#src/shared/keep-days.ts'
import { gap, papers } from '#src/shared/papers.ts'
import { PaperDate, SellerAddress, TextPage, TextPart } from '#src/shell/text-page.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { storedData } from './stored-data.ts'

/** What happens with people's data. */
export default function Privacy() {
  const { data: seller } = useQuery(sellerQuery)
  return (
    <TextPage title="Privacy" lead="We keep what a session needs, and nothing to follow you around with.">
      <PaperDate {...papers.privacy} />
      <TextPart title="Who is responsible">
        <SellerAddress seller={seller} />
        <p>
          Write there about anything on this page.{' '}
          {gap('data protection officer and representative in the EU and the UK, if the law asks for one', 'a lawyer')}
        </p>
      </TextPart>
      <TextPart title="What we keep, why, and how long">
        <dl className="grid gap-6">
          {storedData.map(({ title, what, why, until }) => (
            <div key={title} className="print:break-inside-avoid">
              <dt className="font-semibold text-strong">{title}</dt>
              <dd className="mt-1">{what}</dd>
              <dd className="mt-1">{why}</dd>
              <dd className="mt-1 text-strong">Kept: {until}.</dd>
            </div>
          ))}
        </dl>
      </TextPart>
      <TextPart title="What we never see">
        <p>
          Your card number. You type it into the form of our payment provider, Stripe; we learn whether the payment went
          through, how much it was, the card’s brand and its last four digits.
        </p>
      </TextPart>
      <TextPart title="Who else sees it">
        <p>
          Your coach sees your name, your session, what you say before it and your chat and, until the session is over,
          what you said about yourself to be found; our team can read all this, too, to help when something goes wrong.
          Other players of a group session do not see your contact data. Whoever you name for a copy of a booking gets
          one mail with the coach, the session, its time, price, booking and receipt number, and without your name. We
          sell your data to nobody.
        </p>
        <p>These companies work for us, each with what it needs:</p>
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            <strong className="text-strong">Stripe</strong> takes payments and sends refunds. It gets your card from
            your browser, and from us the amount, the service, the coach’s gamer tag, the game and the order’s id. If
            you ask your bank for the money back, our answer goes through Stripe to your bank: your name and e-mail
            address, what you booked on which terms, the receipt, your log-ins, who pressed that they are here, and the
            chat of that session.
          </li>
          <li>
            <strong className="text-strong">Twilio</strong> delivers text messages: your number and the text.
          </li>
          <li>
            <strong className="text-strong">A mail provider</strong> delivers e-mails. {gap('its name')}
          </li>
          <li>
            <strong className="text-strong">A hosting provider</strong> runs our servers and keeps our database.{' '}
            {gap('its name and country')}
          </li>
        </ul>
        <p>
          You meet your coach on <strong className="text-strong">Discord</strong>. We send Discord nothing about you;
          what you do there is between you and Discord, under its own rules. We do not record calls.
        </p>
      </TextPart>
      <TextPart title="Outside your country">
        <p>
          Stripe, Twilio and Discord are companies of the United States and work with data there.{' '}
          {gap('where our servers stand, and which safeguards cover data that leaves the EU and the UK', 'a lawyer')}
        </p>
      </TextPart>
      <TextPart title="Cookies and your browser">
        <p>
          We use cookies for what you ask us to do, never to follow you, so there is no banner to click away. Signing in
          sets one for {showDays(keepDays.loginSessions)} at most, and three entries in your browser’s storage. When we
          mail you a code, as at sign-up, another lets only your browser use it, for {showDays(keepDays.codeBrowsers)}.
          One more, after an application, opens its chat for {showDays(keepDays.applicationBrowsers)}; and one remembers
          for {showDays(keepDays.knownBrowsers)} that you logged in there. The admin area has one of its own. Unfinished
          forms, a booking you are making, and a time zone you choose are kept in your browser, too.
        </p>
        <p>
          There are no advertising cookies and no fonts or pictures from other companies; and no trackers, except
          Stripe’s: on the payment step Stripe’s form is loaded, which sets the cookies __stripe_mid (1 year) and
          __stripe_sid (30 minutes) and looks at your device, to tell card fraud.
        </p>
      </TextPart>
      <TextPart title="Children">
        <p>
          Level Up is for players of 13 and older; under 18 a parent or guardian has to agree. We do not ask for
          anybody’s age. If a younger child has an account, write to us, and we delete it.
        </p>
      </TextPart>
      <TextPart title="Your data is yours">
        <p>
          On{' '}
          <AppLink to="/account" className="text-strong underline underline-offset-4">
            your account page
          </AppLink>{' '}
          you change your name, download a copy of everything we keep about you, except coaches’ and our team’s own
          notes, and delete your account, which deletes those notes, too. It waits while a session is ahead or not
          settled, or a payment under way or with your bank. What others wrote about you in a chat stays. Without an
          account, sign up with the same e-mail address, verify it, and do the same.
        </p>
        <p>
          Wherever you live, you can ask us to show, correct, delete or hand over your data, to stop using it for a
          purpose you object to, and to end what you agreed to. Write to {seller?.email}. If you are not content with
          our answer, complain to the data protection authority where you live.{' '}
          {gap('which authority is ours', 'a lawyer')}
        </p>
      </TextPart>
      <TextPart title="Changes">
        <p>When we change this notice, it gets a new version and date.</p>
      </TextPart>
    </TextPage>
  )
}
