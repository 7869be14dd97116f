import { ArrowLeft } from 'lucide-react'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** On phones, where a chat takes the list's place. */
export function BackToList() {
  return (
    <AppLink
      to="/coach-dashboard"
      aria-label="All client sessions"
      className="grid size-11 shrink-0 place-items-center rounded-md text-strong hover:bg-raised lg:hidden"
    >
      <ArrowLeft aria-hidden className="size-5" />
    </AppLink>
  )
}
