import { isNotTextable, notTextable } from '#src/shared/phone.ts'

/** Says to staff, behind a phone number, that no SMS can be sent to it; nothing when one can. */
export function PhoneNote({ phone }: { phone: string | null }) {
  return isNotTextable(phone) && <span className="block text-sm text-warn">({notTextable})</span>
}
