import { Badge } from '#src/ui/controls/badge.tsx'

/** What a coach is best at, as chips. */
export function Specialties({ names, className = '' }: { names: string[]; className?: string }) {
  return (
    <ul aria-label="Specialties" className={`flex flex-wrap gap-2 ${className}`}>
      {names.map((name) => (
        <li key={name}>
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  )
}
