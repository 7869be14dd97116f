import type { Delivery } from '#src/features/notifications/contract.ts'
import { Badge } from '#src/ui/controls/badge.tsx'

const states = {
  queued: { label: 'Queued', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  superseded: { label: 'Superseded', tone: 'neutral' },
} as const

/** What has become of a delivery. */
export function DeliveryState({
  state,
  sentAt,
  deliveredAt,
  resolvedAt,
}: Pick<Delivery, 'state' | 'sentAt' | 'deliveredAt' | 'resolvedAt'>) {
  if (state === 'failed' && resolvedAt) return <Badge>Failed, dealt with</Badge>
  // Its provider took it and could not deliver it.
  if (state === 'failed' && sentAt) return <Badge tone="bad">Not delivered</Badge>
  if (deliveredAt) return <Badge tone="good">Delivered</Badge>
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>
}

/** A kind in words: `booking-confirmed` is "Booking confirmed". */
export function showKind(kind: string): string {
  const words = kind.replaceAll('-', ' ').replace(/\bsms\b/, 'SMS')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Its subject or first words, or what stands for them once they are gone. */
export function titleOf({ subject, kind }: Delivery): string {
  return subject || showKind(kind)
}

/** Its recipient. */
export function recipientOf({ to }: Delivery): string {
  return to ?? 'Deleted account'
}
