import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'

type PictureProps = {
  title: string
  /** What the picture shows, in words: screen readers hear it instead of the lines. */
  summary: string
  /** The same as a table: its head, and its rows with what names each row first. */
  head: string[]
  rows: (string | number)[][]
  /** What to say when there is nothing to show. */
  empty?: string | false
  className?: string
  children: ReactNode
}

/** A chart that is also a table: one press swaps them. */
export function Picture({ title, summary, head, rows, empty, className, children }: PictureProps) {
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? ChartColumn : Table2
  return (
    <Panel aria-label={title} className={className}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="tag text-strong">{title}</h2>
        {!empty && (
          <Button variant="ghost" size="sm" className="shrink-0 whitespace-nowrap" onClick={() => setAsTable(!asTable)}>
            <Icon aria-hidden className="size-4" /> {asTable ? 'Show as chart' : 'Show as table'}
            <span className="sr-only">: {title}</span>
          </Button>
        )}
      </div>
      {empty ? (
        <p className="flex min-h-48 items-center justify-center text-center">{empty}</p>
      ) : asTable ? (
        <FigureTable caption={summary} head={head} rows={rows} />
      ) : (
        <div role="img" aria-label={summary} className="mt-3">
          {children}
        </div>
      )}
    </Panel>
  )
}

function FigureTable({ caption, head, rows }: { caption: string; head: string[]; rows: (string | number)[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="mt-3 max-h-72 overflow-auto">
      <table className="figures w-full text-right">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-panel">
          <tr>
            {head.map((name, i) => (
              <th key={name} scope="col" className={`tag py-2 pl-4 ${i === 0 ? 'pl-0 text-left' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                {name}
              </th>
              {figures.map((figure, i) => (
                <td key={head[i + 1]} className="py-2 pl-4 text-strong">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
