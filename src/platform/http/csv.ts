import type { Separator } from '#src/shared/csv-separator.ts'
import { askExpensive } from './expensive.ts'
import { cursorOf } from './paging.ts'

/** What a CSV file begins with: without it Excel takes UTF-8 for an older encoding. */
export const byteOrderMark = '\uFEFF'

/** A phone number with its blanks, which keep spreadsheets from taking it for a number or a sum: `+1 212 555 0177`. */
const phoneNumber = /^\+\d+(?: \d+)+$/

/** An amount of money as our decimals are written. */
const amount = /^-?\d+\.\d\d$/

/** A line of a CSV file (RFC 4180): no cell is a formula to any spreadsheet. With semicolons amounts have a decimal comma. */
export function csvLine(cells: (string | null)[], separator: Separator = 'comma'): string {
  const sign = { comma: ',', semicolon: ';' }[separator]
  const written = cells.map((cell) => {
    if (!cell || phoneNumber.test(cell)) return cell ?? ''
    if (separator === 'semicolon' && amount.test(cell)) return cell.replace('.', ',')
    const safe = withoutFormulas(cell)
    return /["\r\n]/.test(safe) || safe.includes(sign) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(sign)}\r\n`
}

/** A sign that a formula begins with, full-width ones too, which Excel takes for the same, and the blanks, quotes and separators before it. */
const beforeSign = /(?<![\s";,])[\s";,]*(?=[=+\-@＝＋－＠])/g

/**
 * A cell in which no spreadsheet sees a formula begin: an apostrophe makes it text (OWASP, "CSV Injection"). Not every one
 * separates by commas: where `;` or tabs do, the middle of our field begins a cell, and a quote there does not hold a line
 * together.
 */
function withoutFormulas(cell: string): string {
  return cell
    .replace(/^(?=[\t\r])/, "'")
    .replace(beforeSign, (gap, at: number) => (at === 0 || /[;,\t\r\n]/.test(gap) ? `${gap}'` : gap))
}

/** An instant as spreadsheets read it: `2026-01-05 09:00:00`, as Swedes write. */
type WriteInstant = (instant: Date) => string

type LongList<Row> = {
  /** `audit` in `level-up-audit-2026-01-05.csv`. */
  name: string
  today: Date
  separator: Separator | undefined
  /** IANA name: the clock of all that is written. */
  zone: string
  /** The columns' titles, and what stands in them. */
  columns(write: WriteInstant): Record<string, (row: Row) => string | null>
  pageOf(cursor: string | undefined, atOnce: number): Promise<Row[]>
  /** The cursor that continues the list after a row; absent: it is newest first. */
  cursorAfter?(row: Row): string
}

/**
 * A long list as a CSV file (RFC 4180) with today's date in its name, read page by page: the whole list is never in memory.
 * Throws `Unavailable` when too many expensive questions wait already.
 */
export async function csvOfLongList<Row extends { id: string; createdAt: Date }>({
  name,
  today,
  separator,
  zone,
  columns,
  pageOf,
  cursorAfter = cursorOf,
}: LongList<Row>): Promise<{ filename: string; lines: AsyncGenerator<string> }> {
  const atOnce = 1000
  const readPage = (cursor?: string) => askExpensive(() => pageOf(cursor, atOnce))
  // Before anything is answered, so that a refusal is no broken file.
  const first = await readPage()
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const cells = columns((instant) => clock.format(instant))
  async function* lines() {
    yield byteOrderMark + csvLine(Object.keys(cells), separator)
    for (let rows = first; rows.length > 0; ) {
      yield rows
        .map((row) =>
          csvLine(
            Object.values(cells).map((cell) => cell(row)),
            separator,
          ),
        )
        .join('')
      const last = rows.at(-1)
      rows = last && rows.length === atOnce ? await readPage(cursorAfter(last)) : []
    }
  }
  return { filename: `level-up-${name}-${clock.format(today).slice(0, 10)}.csv`, lines: lines() }
}
