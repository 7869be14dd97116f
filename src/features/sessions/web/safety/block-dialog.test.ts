import { expect, test } from 'vitest'
import type { Safety } from '#src/features/sessions/safety-contract.ts'
import { whatFollows } from './block-dialog.tsx'

const linesFor = (as: 'player' | 'coach', block: Partial<Safety['block']>) =>
  whatFollows({ as, otherName: 'VexFlip', block: { refund: '0.00', fullRefund: '0.00', ...block } } as Safety).join(' ')

test('a session whose payment the bank has is not said to be cancelled, and the others are', () => {
  const kept = linesFor('player', { sessions: 1, withBank: 1 })
  expect(kept).toContain('Your bank decides about the payment of 1 session first: another coach can play instead')
  expect(kept).not.toContain('ahead of you two')
  const both = linesFor('coach', { sessions: 2, withBank: 1, refund: '29.00', fullRefund: '29.00' })
  expect(both).toContain('VexFlip’s bank decides about the payment of 1 session first')
  expect(both).toContain('1 session ahead of you two is cancelled. VexFlip gets all $29 back.')
})
