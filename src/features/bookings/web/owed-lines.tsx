import { cx } from '#src/ui/class-names.ts'

/** What a coach owes beside a session, in lines; nothing where there are none. */
export function OwedLines({ lines, className }: { lines: string[]; className?: string }) {
  if (lines.length === 0) return null
  return (
    <p className={cx('text-sm', className)}>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </p>
  )
}
