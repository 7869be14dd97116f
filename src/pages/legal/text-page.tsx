import type { ReactNode } from 'react'
import { SiteFrame } from '../site-frame.tsx'

type TextPageProps = {
  title: string
  lead: string /** `TextPart`s, and what else the page needs. */
  children: ReactNode
}

/** A page to read: title, a sentence, parts one below the other. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <SiteFrame>
      <div className="wrap py-12 lg:py-20">
        <h1 className="display text-2xl">{title}</h1>
        <p className="mt-5 max-w-prose text-lg">{lead}</p>
        <div className="mt-12 lg:mt-16">{children}</div>
      </div>
    </SiteFrame>
  )
}

/** A part of such a page: its heading beside its paragraphs, on wide screens. */
export function TextPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-x-16 gap-y-3 border-line border-t py-8 lg:grid-cols-[2fr_3fr]">
      <h2 className="display text-lg">{title}</h2>
      <div className="grid max-w-prose grid-cols-1 gap-4">{children}</div>
    </section>
  )
}
