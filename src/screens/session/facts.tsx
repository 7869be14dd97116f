import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { SessionMoney } from '#src/features/bookings/web/my-sessions/my-session-money.tsx'
import { timeOf } from '#src/features/bookings/web/my-sessions/my-session-time.tsx'
import { PaymentId } from '#src/features/bookings/web/staff/bookings-payment-id.tsx'
import { StatusBadge } from '#src/features/bookings/web/status-badge.tsx'
import type { SessionStory } from '#src/features/sessions/story-contract.ts'
import { SaidBefore } from '#src/features/sessions/web/said-before.tsx'
import { showDatedMoment, showElsewhere } from '#src/shared/session-times.ts'
import { showDuration } from '#src/shared/times.ts'
import { type Fact, FactList } from '#src/ui/controls/fact-list.tsx'

/** What is known of a session, in rows that can be printed; `readerZone` is the clock it is read by. */
export function Facts({ story, readerZone }: { story: SessionStory; readerZone: string }) {
  const { as, session, intake, money, contacts } = story
  const { playerName, coachId, coachName, serviceName, minutes, includes, status, missing } = session
  const coach = coachId ? coachName : 'Our team finds one'
  const coachLines = contacts && coachId ? [contacts.coachEmail ?? 'No account'] : []
  const playerLines = contacts ? [contacts.customerEmail, contacts.customerPhone] : []
  const facts: Fact[] = [
    { name: 'When', value: <When session={session} readerZone={readerZone} /> },
    ...(as === 'coach'
      ? []
      : [{ name: 'Coach', value: <Person name={coach} userId={contacts?.coachUserId} lines={coachLines} /> }]),
    ...(as === 'player'
      ? []
      : [{ name: 'Player', value: <Person name={playerName} userId={contacts?.playerId} lines={playerLines} /> }]),
    {
      name: 'Status',
      value: (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={status} isCalledOff={session.isCalledOff} />
          {missing && <span>{missing === 'player' ? playerName : coachName} did not come.</span>}
        </span>
      ),
    },
    {
      name: 'Service',
      value: (
        <>
          {serviceName}, {showDuration(minutes)}
          {includes && <span className="block text-sm">{includes}</span>}
        </>
      ),
    },
    ...(money ? [{ name: 'Price', value: <Money money={money} status={status} /> }] : []),
    { name: 'Booking', value: session.number },
    ...(contacts
      ? [{ name: 'Payment', value: contacts.paymentId ? <PaymentId id={contacts.paymentId} /> : 'No payment' }]
      : []),
  ]
  return (
    <>
      <FactList facts={facts} />
      {intake && (
        <SaidBefore
          intake={intake}
          title={as === 'player' ? (status === 'cancelled' ? 'You said:' : 'Your coach sees:') : `${playerName} says:`}
          className="mt-6"
        />
      )}
    </>
  )
}

function When({ session, readerZone }: { session: SessionStory['session']; readerZone: string }) {
  const { id, startsAt, zone } = session
  if (!startsAt) return 'To be decided: our team sets it with both'
  const elsewhere = showElsewhere(startsAt, zone, readerZone)
  return (
    <span {...timeOf(id)} className="block">
      {showDatedMoment(startsAt, readerZone)}
      {elsewhere && <span className="block text-sm">{elsewhere}</span>}
    </span>
  )
}

const bankWords = {
  inquiry: 'The bank asks about the payment',
  open: 'The bank holds the payment and decides',
  won: 'The bank closed its case: it took nothing',
  lost: 'The bank took the payment back',
}

type MoneyProps = { money: NonNullable<SessionStory['money']>; status: SessionStory['session']['status'] }

function Money({ money, status }: MoneyProps) {
  const { card, receiptNumber, dispute } = money
  return (
    <>
      <SessionMoney session={{ ...money, status }} />
      {card && <span className="block text-sm">Paid by {card}</span>}
      {receiptNumber && <span className="block text-sm">Receipt {receiptNumber}</span>}
      {dispute && <span className="block text-sm text-warn">{bankWords[dispute]}</span>}
    </>
  )
}

/** Somebody, with what staff reach them by. */
function Person({ name, userId, lines }: { name: string; userId?: string | null; lines: (string | null)[] }) {
  return (
    <>
      <PersonLink userId={userId} name={name} />
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block text-sm">
          {line}
        </span>
      ))}
    </>
  )
}
