import { ShieldCheck } from 'lucide-react'

/** Says that our team wrote something. The name beside it says nothing: everybody chooses their own. */
export function StaffMark() {
  return (
    <span className="tag inline-flex items-center gap-1 rounded-sm border border-current px-1.5">
      <ShieldCheck aria-hidden className="size-3.5" /> Staff
    </span>
  )
}
