import type { ReactNode } from 'react'
import { cx } from '#src/ui/class-names.ts'

type SectionProps = {
  /** What navigation entries scroll to. */
  id: string
  title: string
  lead?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of the landing page: headline, a sentence, content. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cx('py-5 sm:py-20 lg:py-28', className)}>
      <div className="wrap">
        <div className="mb-2.5 grid grid-cols-1 gap-1.5 sm:mb-10 sm:gap-4 lg:mb-14 lg:grid-cols-[3fr_2fr] lg:items-end lg:gap-16">
          <h2 id={`${id}-title`} className="display text-2xl">
            {title}
          </h2>
          {lead && <p className="max-w-prose max-sm:leading-snug sm:text-lg lg:pb-1">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
