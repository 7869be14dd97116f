import type { Role, World } from './world.ts'

/** Every page that only somebody has, with the demo's data, and as a newcomer finds it. */
export function rooms({
  playerId,
  begun,
  calledOff,
  soon,
  next,
  last,
  paid,
  applied,
}: World): { as: Role; path: string }[] {
  const of = (as: Role, ...paths: string[]) => paths.map((path) => ({ as, path }))
  const session = `/sessions/${next}`
  const ownerTabs = ['messages', 'contacts', 'ratings', 'stories', 'coaches', 'roles', 'audit', 'money']
  return [
    ...of('player', '/sessions', `/sessions?thread=${last}`, session, `/sessions/${last}`, '/account', '/progress'),
    ...of('player', `/receipt?booking=${next}`),
    ...of('player', `/payment-success?redirect_status=succeeded&payment_intent=${paid}`),
    ...of('newcomer', '/sessions', '/account'),
    ...of('beginner', '/sessions', `/sessions/${begun}`, `/receipt?booking=${begun}`),
    ...of('chooser', `/choose?booking=${calledOff}`, '/sessions'),
    ...of('joiner', `/sessions/${soon}`),
    ...of('coach', '/coach-dashboard', `/coach-dashboard?thread=${last}`, `/sessions/${last}`),
    ...of(
      'coach',
      ...['agenda', 'availability', 'earnings', 'profile'].map((each) => `/coach-dashboard?section=${each}`),
    ),
    ...of('applicant', `/applicant-chat?email=${applied}`),
    ...of('admin', '/admin', '/admin-booking', '/admin-deliveries', '/admin-sms', '/admin-sms?tab=applications'),
    ...of('admin', '/owner', session),
    ...of('owner', '/owner', ...ownerTabs.map((each) => `/owner?tab=${each}`), `/owner?tab=messages&booking=${last}`),
    ...of('owner', '/owner/insights', '/today', `/people/${playerId}`, `/owner?booking=${next}`),
  ]
}
