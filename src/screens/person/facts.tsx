import type { User } from '#src/features/accounts/contract.ts'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { ShownPerson } from '#src/features/desk/person-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showDay, showInstant } from '#src/shared/times.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { type Fact, FactList } from '#src/ui/controls/fact-list.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { PhoneNote } from '#src/ui/feedback/phone-note.tsx'

const link = 'touch inline-flex min-h-6 items-center underline underline-offset-4 [overflow-wrap:anywhere]'

/** Who the person is, in rows. */
export function Facts({ person, viewer }: { person: ShownPerson; viewer: User }) {
  const { gamerTag, email, emailVerified, phone, isPhoneStopped, coach, createdAt, lastLoginAt, money } = person
  const zone = useRoomZone()
  const facts: Fact[] = [
    { name: 'Gamer tag', value: gamerTag ?? 'Not given' },
    {
      name: 'E-mail',
      value: (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a href={`mailto:${email}`} className={link}>
            {email}
          </a>
          <Badge tone={emailVerified ? 'good' : 'warn'}>{emailVerified ? 'Proven' : 'Not proven'}</Badge>
        </span>
      ),
    },
  ]
  if (phone)
    facts.push({
      name: 'Phone',
      value: (
        <>
          <a href={`tel:${phone}`} className={link}>
            {phone}
          </a>
          <PhoneNote phone={phone} />
          {isPhoneStopped && (
            <span className="block text-sm text-warn">
              Stopped: this number gets no SMS until its owner texts START.
            </span>
          )}
        </>
      ),
    })
  if (coach) facts.push({ name: 'Coaches as', value: `${coach.name}${coach.isActive ? '' : ', not published'}` })
  facts.push({ name: 'Since', value: showDay(createdAt, zone) })
  // Admins are not told.
  if (viewer.isOwner)
    facts.push({
      name: 'Last log-in',
      value: lastLoginAt ? showInstant(lastLoginAt, zone) : 'None in the last 90 days',
    })
  facts.push({ name: 'Booked', value: moneyWords(money) })
  return (
    <Panel aria-labelledby="who">
      <h2 id="who" className="display mb-4 text-lg">
        Who it is
      </h2>
      <FactList facts={facts} />
    </Panel>
  )
}

/** `'3 times, $87 paid, $29 refunded'` */
function moneyWords({ bookings, paid, refunded, disputed }: ShownPerson['money']): string {
  if (bookings === 0) return 'Never'
  const shown = (dollars: string) => showDollars(toCents(dollars))
  const amounts = [
    Number(paid) > 0 ? `${shown(paid)} paid` : 'nothing paid',
    Number(refunded) > 0 && `${shown(refunded)} refunded`,
    Number(disputed) > 0 && `${shown(disputed)} disputed`,
  ]
  return [bookings === 1 ? 'Once' : `${bookings} times`, ...amounts.filter(Boolean)].join(', ')
}
