import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Separator } from '#src/shared/csv-separator.ts'
import { cx } from '#src/ui/class-names.ts'
import { toastError } from '#src/ui/feedback/toast.ts'
import { saveAnswer } from '#src/ui/save-answer.ts'
import { Button } from './button.tsx'

type ExportCsvProps = {
  /** Asks for the file. */
  exportFile(separator: Separator): Promise<Response>
  size?: 'sm'
  disabled?: boolean
  className?: string
}

/** Saves a CSV file, as either kind of spreadsheet reads it. */
export function ExportCsv({ exportFile, size, disabled, className }: ExportCsvProps) {
  const save = useMutation({
    mutationFn: async (separator: Separator) => saveAnswer(await exportFile(separator)),
    onError: (error) => toastError('Not exported', error),
  })
  const busy = (separator: Separator) => save.isPending && save.variables === separator
  const common = { size, disabled: disabled || save.isPending }
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      <Button variant="secondary" {...common} busy={busy('comma')} onClick={() => save.mutate('comma')}>
        <Download aria-hidden className="size-4" /> Export CSV
      </Button>
      <Button variant="ghost" {...common} busy={busy('semicolon')} onClick={() => save.mutate('semicolon')}>
        CSV with ;
      </Button>
    </div>
  )
}
