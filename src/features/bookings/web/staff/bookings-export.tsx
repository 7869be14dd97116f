import { type BookingFilters, exportBookings } from '#src/features/bookings/staff-contract.ts'
import { fetchCall } from '#src/ui/call-api.ts'
import { ExportCsv } from '#src/ui/controls/export-csv.tsx'

/** Saves the bookings that fit as a CSV file. */
export function BookingsExport({ filters }: { filters: BookingFilters }) {
  return (
    <ExportCsv
      size="sm"
      className="contents!"
      exportFile={(separator) => fetchCall(exportBookings, { query: { ...filters, separator } })}
    />
  )
}
