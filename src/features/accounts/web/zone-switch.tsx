import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#src/features/accounts/profile-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { showCity, showZone } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Select } from '#src/ui/controls/field.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { chooseZone, isZoneUnknown, useReaderZone } from './reader-zone.ts'
import { ZoneOptions } from './zone-options.tsx'

/** Which zone times are shown in, and another one at a press. */
export function ZoneSwitch() {
  const zone = useReaderZone()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)

  async function choose(next: string) {
    try {
      await chooseZone(next)
      await queries.invalidateQueries({ queryKey: [callUrl(readProfile)] })
    } catch {
      toast({
        title: 'Time zone not saved',
        description: 'It counts on this page only. Please choose it again.',
        variant: 'destructive',
      })
    }
  }
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
      {isOpen ? (
        <Select
          autoFocus
          aria-label="Your time zone"
          value={zone}
          onChange={(event) => void choose(event.target.value)}
        >
          <ZoneOptions also={[zone]} />
        </Select>
      ) : (
        <>
          <span>
            {isZoneUnknown()
              ? `We cannot tell your time zone, so you see ${showCity(zone)} time.`
              : `Times are ${showZone(zone)}.`}
          </span>
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            {isZoneUnknown() ? (
              'Choose yours'
            ) : (
              <>
                Change<span className="sr-only"> time zone</span>
              </>
            )}
          </Button>
        </>
      )}
    </div>
  )
}
