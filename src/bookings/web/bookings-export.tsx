import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type BookingFilters, exportBookings } from '#src/bookings/staff-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { Button } from '#src/ui/button.tsx'
import { errorText, fetchAnswer } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/toast.ts'

/** Saves the bookings that fit as a CSV file. */
export function BookingsExport({ filters }: { filters: BookingFilters }) {
  const save = useMutation({
    mutationFn: async () => {
      const answer = await fetchAnswer('GET', callUrl(exportBookings, { query: filters }))
      const url = URL.createObjectURL(await answer.blob())
      Object.assign(document.createElement('a'), { href: url, download: 'level-up-bookings.csv' }).click()
      // The browser takes the file over a moment after the click.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    },
    onError: (error) =>
      toast({
        title: 'Not exported',
        description: errorText(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      }),
  })
  return (
    <Button variant="secondary" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" /> Export CSV
    </Button>
  )
}
