import { useState } from 'react'
import { useAccount, useDepartures } from '#src/features/accounts/web/use-account.ts'
import { LoginFrame } from '#src/shell/login-frame.tsx'
import { AdminLogin } from './admin-login.tsx'
import { AdminRoom } from './admin-room.tsx'
import { useStoredAdmin } from './stored-admin.ts'

const rungs = [
  { title: 'Say who you are', text: 'The e-mail and the name you are registered with.' },
  {
    title: 'Get a code',
    text: 'Eight digits by e-mail, valid for ten minutes in this browser. Logged in with your own account? Then you enter without one.',
  },
  { title: 'Help players', text: 'Recent bookings, their threads, and your answers.' },
]

/** The admin area: its login, or its bookings for as long as the server takes this browser for the stored admin's. */
export default function Admin() {
  // Logging out of the account on this very page forgets the admin, too.
  useDepartures()
  const admin = useStoredAdmin()
  const { user } = useAccount()
  const own = user?.isAdmin ? { email: user.email, name: user.name } : null
  const known = admin ?? own
  const [hasEnded, setEnded] = useState(false)
  if (admin && !hasEnded) return <AdminRoom key={admin.email} admin={admin} onEnded={() => setEnded(true)} />
  return (
    <LoginFrame
      title="Admin Login"
      lead={
        hasEnded && admin
          ? 'Your admin session has ended. Log in again to go on.'
          : own
            ? 'You are logged in: one press opens the messages.'
            : 'For the people who run Level Up.'
      }
      rungs={rungs}
      footer={null}
    >
      {/* What was stored fills the form, which must not have been there before: it is read after hydration only. */}
      <AdminLogin key={known?.email} known={known} onEntered={() => setEnded(false)} />
    </LoginFrame>
  )
}
