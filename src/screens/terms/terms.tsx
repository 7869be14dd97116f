import { useQuery } from '@tanstack/react-query'
import { claimDays } from '#src/features/bookings/claims.ts'
import { currentPolicy, holdMinutes, longerHoldMinutes } from '#src/features/bookings/rules.ts'
import { services } from '#src/features/bookings/services.ts'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import {
  acceptHours,
  chooseUntilMinutes,
  earlyMinutes,
  lateMinutes,
  missingHours,
} from '#src/features/sessions/call-offs.ts'
import {
  answerHours,
  decideHours,
  hereMinutes,
  newHourDays,
  objectionHours,
  statementHours,
  statementMinutes,
} from '#src/features/sessions/outcomes.ts'
import { messagesInReport } from '#src/features/sessions/safety.ts'
import { gameWords } from '#src/shared/games.ts'
import { gap, papers, termsPath } from '#src/shared/papers.ts'
import { PaperDate, SellerAddress, TextPage, TextPart } from '#src/shell/text-page.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { EarlierTerms, earlierTerms } from './earlier-terms.tsx'

const { fullRefundHours, halfRefundHours, freeMoveHours, guaranteeDays } = currentPolicy
const notesHours = services[0].owed?.refundAfterHours
const largestGroup = Math.max(...services.map(({ capacity }) => capacity))

/** The terms of booking as they are now, or as they were in `?version=1`. */
export default function TermsPage() {
  const version = Number(useSearch().get('version'))
  const load = earlierTerms[version]
  return load ? <EarlierTerms version={version} load={load} /> : <Terms />
}

/** Each promise is what the software does, or what our team can do with it. */
export function Terms() {
  const { data: seller } = useQuery(sellerQuery)
  return (
    <TextPage title="Terms" lead="What you can count on when you book, and what we count on. In plain words.">
      <PaperDate {...papers.terms} />
      <nav aria-label="Earlier versions" className="pb-8">
        Earlier versions:{' '}
        {Object.keys(earlierTerms).map((version) => (
          <AppLink
            key={version}
            to={termsPath(Number(version))}
            className="mr-3 text-strong underline underline-offset-4"
          >
            Version {version}
          </AppLink>
        ))}
      </nav>
      <TextPart title="Who you buy from">
        <p>You book and pay a session with us, and we answer for it:</p>
        <SellerAddress seller={seller} />
        <p>
          Your coach is a player whose application we read and approved. On Level Up coaches go by their gamer tags.{' '}
          {gap('whether coaches are our employees or work for themselves')}
        </p>
      </TextPart>
      <TextPart title="Your account">
        <p>
          You need an account to pay. Be 13 or older; if you are under 18, a parent or guardian has to agree to these
          terms before you book, and may write to us at any time. We do not check ages, so we rely on your word. Keep
          your password to yourself.
        </p>
      </TextPart>
      <TextPart title="Price and payment">
        <p>
          The price you see is the price you pay, in US dollars, once per session: no tax comes on top of it, and there
          is no subscription.
        </p>
        <p>
          When you proceed to payment, your hour is held for you for {holdMinutes} minutes, and once for{' '}
          {longerHoldMinutes} more when you ask. It is booked as soon as your payment went through; then you get a
          confirmation by e-mail, and a receipt under My Sessions.
        </p>
        <p>
          If a payment arrives after the hour has gone to somebody else, or after the session would have begun, nothing
          is booked and you get all of it back.
        </p>
      </TextPart>
      <TextPart title="What a session is">
        <p>
          You meet your coach on Discord, at the hour in your confirmation, for the length you booked. What is in it is
          written beside its price. That text, the price and these terms stay with your booking as they were when you
          paid, whatever we change later.
        </p>
        <p>
          If you paid without choosing an hour, our team sets it with you. Your session does not run out while it waits,
          and until it has an hour you can cancel it and get everything back.
        </p>
      </TextPart>
      <TextPart title="When you cancel">
        <p>You can cancel any session yourself under My Sessions. How much you get back depends on the time left:</p>
        <ul className="grid gap-2 text-strong">
          <li>
            {fullRefundHours} hours or more before the start: <strong>the full price</strong>
          </li>
          <li>
            between {fullRefundHours} and {halfRefundHours} hours before: <strong>half of the price</strong>
          </li>
          <li>
            less than {halfRefundHours} hours before: <strong>nothing</strong>
          </li>
        </ul>
        <p>
          Where you can withdraw, as it stands below, it is the full price until the start. The exact amounts and times
          are shown before you pay and before you cancel. Refunds go to the card you paid with; banks take 5 to 10 days
          to show them.
        </p>
      </TextPart>
      <TextPart title="When you move a session">
        <p>
          Until {freeMoveHours} hours before the start you can move a session to another free hour at no charge. Moving
          keeps the refund share you had; it never raises it.
        </p>
      </TextPart>
      <TextPart title="When we or your coach change it">
        <p>
          Your coach calls your session off: you are told at once, and choose another coach, another hour, or all of
          your money back, whatever the clock says. You can choose until {chooseUntilMinutes} minutes before the start,
          or, when no more than {earlyMinutes} minutes were left, for {lateMinutes} minutes. Choose nothing and all of
          your money goes back by itself. Within {acceptHours} hours of the start another coach has to say yes first;
          until one does you can still take your money.
        </p>
        <p>
          Your coach may propose another hour. Take it, or keep yours: from then on everything goes back if you cancel
          before the start. If you cancel because your coach asked you to, say so first. When it is so, it counts as
          called off.
        </p>
        <p>
          Our team can move your session to another hour or cancel it, and you hear of it by e-mail. While it has no
          hour yet, our team may also give it to another coach. A session that we moved or gave to another coach is
          refundable in full until it starts; so is one that you moved because your coach called it off. If we cancel
          it, our team sends all of your money back.
        </p>
      </TextPart>
      <TextPart title="When somebody does not come">
        <p>
          Your coach does not come: say so in My Sessions, from {statementMinutes} minutes after the start until{' '}
          {statementHours} hours after the end. Your coach is asked. If it is so, or there is no answer {answerHours}{' '}
          hours after the end, you choose: another coach, another hour, or all of your money back. You have{' '}
          {missingHours} hours; choose nothing and all of your money goes back by itself. You can also write to us. Our
          team sends all of your money back, also after the session’s time, or gives you another session instead.
        </p>
        <p>
          You do not come: a coach who pressed “I am here” by {hereMinutes} minutes after the start can say so, and our
          team can mark it. Then nothing goes back. Is that wrong? Say so in My Sessions within {objectionHours} hours:
          then our team decides. What our team marked, it can correct.
        </p>
        <p>
          It began late or ended early: say by how many minutes. If your coach says that it is so, the price of these
          minutes goes back to you. You two could not play: you get a new hour together, and until then everything goes
          back if you cancel. If only you said so and nobody answered, nothing goes back when you cancel, unless we find
          no hour within {newHourDays} days.
        </p>
        <p>
          When you and your coach do not say the same, nothing moves until our team has decided; we want to do that
          within {decideHours} hours. Each session is made good once, and that ends its guarantee.
        </p>
      </TextPart>
      <TextPart title="When your notes do not come">
        <p>
          Notes that a 1-on-1 promises and that are not there {notesHours} hours after the session: press “My notes did
          not come” in My Sessions and the difference goes back to your card.
        </p>
      </TextPart>
      <TextPart title="Satisfaction guarantee">
        <p>
          If the first session you paid for did not help you, tell us under My Sessions within {guaranteeDays} days
          after it, and say what you would like: your money back, or a session with a different coach. The owner reads
          every claim. We say no only when the session was not held, or when the same person or card claimed before. If
          the answer is another one than you asked for, it says why. No answer within {claimDays} days? You get what you
          asked for by itself, unless your bank is deciding about the payment.
        </p>
      </TextPart>
      <TextPart title="Group sessions">
        <p>
          In a group session the price buys one seat. Up to {largestGroup} players share the coach, and the session
          takes place even if you are the only one. Another player's cancelling changes nothing for you.
        </p>
      </TextPart>
      <TextPart title="Asking your bank">
        <p>
          Something went wrong with a payment? Ask us first; that is faster. While your bank decides about a payment, or
          after it gave you the money back, we refund nothing for it, so that it is not paid twice.
        </p>
      </TextPart>
      <TextPart title="If you live in the EU or the UK">
        <p>
          The law there gives you 14 days to withdraw from many things bought online, without a reason. Does it cover
          your session? The page where you pay says so, and so does your confirmation.
          {seller?.withdrawal === null && ` ${gap('whether this right covers sessions at a fixed hour', 'a lawyer')}`}
        </p>
        <p>
          If it does: your session starts within these days, so you tick a box that asks us to start before they are
          over. Until it starts you can withdraw at the{' '}
          <AppLink to="/withdraw" className="text-strong underline underline-offset-4">
            end of each page
          </AppLink>
          , in My Sessions or by writing to us, and all of the price goes back to your card. Once it has started you
          cannot withdraw any more.
        </p>
        <p>If it does not, since it has a fixed hour: then you can cancel, as it stands above.</p>
      </TextPart>
      <TextPart title="Fair play">
        <p>
          Coaches teach, they do not play on your account: keep your game's password to yourself. No cheats, no insults,
          no threats; be as kind in a session as you want your coach to be. We do not record calls. Nobody records one
          unless everybody in it has said yes.
        </p>
        <p>We ask our coaches to accept five rules:</p>
        <ul className="grid gap-2 text-strong">
          {coachRules.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          Is something wrong? Report it in My Sessions or in the chat. Our team reads it with the last{' '}
          {messagesInReport} messages of the chat, and writes to you. The other side is not told.
        </p>
        <p>
          You can block your coach, and your coach can block you. Then neither writes to the other nor books, and the
          sessions ahead of you two are cancelled. Your coach blocks you: all of their price goes back to you. You block
          your coach: you get what cancelling gives, as it stands above. When our team agrees with a report of yours
          about that coach, it can give back the rest.
        </p>
        <p>
          What you write in a chat is read by your coach and, to help when something goes wrong, by our team. Stories
          and ratings are read by us before they appear; by sending one you let us show it with the first word of your
          name.
        </p>
        <p>Level Up has no tie to the makers of {gameWords.any} game.</p>
      </TextPart>
      <TextPart title="What we answer for">
        <p>
          We answer for giving you the session you paid for. How far you climb depends on you, too, so we promise no
          rank. Nothing here takes away rights that the law gives you.{' '}
          {gap('how far our liability goes beyond that', 'a lawyer')}
        </p>
      </TextPart>
      <TextPart title="Changes">
        <p>
          When we change these terms, they get a new version and date. What you have booked stays under the version you
          agreed to when you paid; your confirmation and your receipt lead to it.
        </p>
      </TextPart>
      <TextPart title="Law and contact">
        <p>
          {gap('which law applies, and which courts decide', 'a lawyer')} If you are a consumer, you keep the protection
          of the law where you live.
        </p>
        <p>
          Questions or complaints: {seller?.email}, or the{' '}
          <AppLink to="/#contact-form" className="text-strong underline underline-offset-4">
            contact form
          </AppLink>
          . How we treat your data stands in our{' '}
          <AppLink to="/privacy" className="text-strong underline underline-offset-4">
            Privacy notice
          </AppLink>
          .
        </p>
      </TextPart>
    </TextPage>
  )
}
