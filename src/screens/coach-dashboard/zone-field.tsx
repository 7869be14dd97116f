import { ZoneOptions } from '#src/features/accounts/web/zone-options.tsx'
import { deviceZone, showZone } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select } from '#src/ui/controls/field.tsx'

type ZoneFieldProps = { zone: string; businessZone: string; error: string | undefined; onChange(zone: string): void }

/** The clock a coach lives by. */
export function ZoneField({ zone, businessZone, error, onChange }: ZoneFieldProps) {
  const device = deviceZone()
  return (
    <div className="grid gap-3">
      <Field label="Your time zone" hint="Your hours are on this clock, summer time included." error={error}>
        <Select value={zone} onChange={(event) => onChange(event.target.value)}>
          <ZoneOptions also={[zone, businessZone]} />
        </Select>
      </Field>
      {device && device !== zone && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onChange(device)}>
          Use this device’s: {showZone(device)}
        </Button>
      )}
      {businessZone !== zone && (
        <p className="text-sm">Players book starts from 9:00 AM to 8:00 PM {showZone(businessZone)}.</p>
      )}
    </div>
  )
}
