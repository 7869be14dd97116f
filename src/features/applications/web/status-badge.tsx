import type { ApplicationStatus } from '#src/features/applications/rules.ts'
import { Badge } from '#src/ui/controls/badge.tsx'

const looks = {
  pending: { tone: 'warn', label: 'Pending' },
  approved: { tone: 'good', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
} as const

/** Where an application stands, in a word. */
export function StatusBadge({ status }: { status: ApplicationStatus }) {
  const { tone, label } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
