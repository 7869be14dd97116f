import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Badge } from '#src/ui/controls/badge.tsx'

/**
 * What a coach is best at, as chips in the items of a list: each leads to all coaches who have it. On a phone they are as high
 * as a finger needs, most of it empty: the list around them takes that back.
 */
export function Specialties({ names }: { names: string[] }) {
  return names.map((name) => (
    <li key={name} className="[overflow-wrap:anywhere]">
      <AppLink
        to={`/coaches?tag=${encodeURIComponent(name)}`}
        // To search engines all of these are one list.
        rel="nofollow"
        className="touch inline-flex items-center rounded-sm -outline-offset-3 max-sm:min-h-11"
      >
        <Badge className="ring-1 ring-edge ring-inset hover:text-strong">{name}</Badge>
      </AppLink>
    </li>
  ))
}
