import type { ReactNode } from 'react'
import { nameOfNobody } from '#src/shared/nobody.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

type PersonLinkProps = {
  /** Null: somebody without an account. */
  userId: string | null | undefined
  name: string
  children?: ReactNode
}

/** A name that leads staff to the person's page; plain where there is none, or not any more. */
export function PersonLink({ userId, name, children = name }: PersonLinkProps) {
  if (!userId || name === nameOfNobody) return <span className="[overflow-wrap:anywhere]">{children}</span>
  return (
    <AppLink
      to={`/people/${userId}`}
      className="touch relative inline-flex min-h-6 items-center underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      {children}
    </AppLink>
  )
}
