import { useMemo } from 'react'
import { ownZone, showCity } from '#src/shared/times.ts'

/** The options of a select of time zones. Browsers know a zone under one of its names: `also` are those it must have. */
export function ZoneOptions({ also }: { also: string[] }) {
  const names = also.join()
  // Some 420: only where others must be among them they are drawn again.
  return useMemo(() => {
    const zones = [...Intl.supportedValuesOf('timeZone'), ownZone(), ...names.split(',')]
    const byLabel = new Map(zones.map((zone) => [zone.slice(0, zone.lastIndexOf('/') + 1) + showCity(zone), zone]))
    return [...byLabel].sort().map(([label, zone]) => (
      <option key={zone} value={zone}>
        {label.replaceAll('_', ' ')}
      </option>
    ))
  }, [names])
}
