import type { ReactNode } from 'react'
import { cx } from '#src/ui/class-names.ts'
import { Panel } from '#src/ui/controls/panel.tsx'
import { KeepsNothing } from './keeps-nothing.tsx'
import { SiteFrame } from './site-frame.tsx'

type LoginFrameProps = {
  title: string
  lead: string
  /** The rungs beside the form, lowest first. */
  rungs: { title: string; text: string }[]
  /** The form. */
  children: ReactNode
  /** Links below the form. */
  footer: ReactNode
}

/** What /login and /signup stand in: the form, and on wide screens a ladder that says what comes after it. */
export function LoginFrame({ title, lead, rungs, children, footer }: LoginFrameProps) {
  return (
    <SiteFrame>
      <div className="wrap grid gap-12 py-10 lg:grid-cols-[26rem_1fr] lg:items-center lg:gap-20 lg:py-20">
        <div className="mx-auto w-full max-w-md lg:mx-0">
          <h1 className="display text-2xl">{title}</h1>
          <p className="mt-3 text-lg">{lead}</p>
          <Panel className="mt-8">
            <KeepsNothing />
            {children}
          </Panel>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">{footer}</div>
        </div>
        <Ladder rungs={rungs} />
      </div>
    </SiteFrame>
  )
}

const steps = ['', 'ml-[14%]', 'ml-[28%]']

/** A staircase of three; the top step carries the signal colour. */
function Ladder({ rungs }: Pick<LoginFrameProps, 'rungs'>) {
  return (
    <ol className="hidden flex-col-reverse lg:flex">
      {rungs.map((rung, index) => {
        const isTop = index === rungs.length - 1
        return (
          <li
            key={rung.title}
            style={{ animationDelay: `${index * 90}ms` }}
            className={cx(
              'animate-rise border-t-4 border-l-4 pt-5 pb-10 pl-6',
              steps[index],
              isTop ? 'border-signal' : 'border-edge',
            )}
          >
            <p className={cx('display text-xl', !isTop && 'text-soft!')}>{rung.title}</p>
            <p className="mt-1 max-w-sm">{rung.text}</p>
          </li>
        )
      })}
    </ol>
  )
}
