import type { Service } from '#src/features/bookings/services.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import { RadioTile } from './radio-tile.tsx'

type ServicePickerProps = { services: Service[]; chosenId: string | null; onChoose(serviceId: string): void }

/** What can be booked, as one group of radio buttons. */
export function ServicePicker({ services, chosenId, onChoose }: ServicePickerProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold text-strong">Service</legend>
      <div className="grid gap-2">
        {services.map((service) => (
          <RadioTile
            key={service.id}
            name="service"
            checked={service.id === chosenId}
            onChoose={() => onChoose(service.id)}
            className="group flex items-center gap-3 px-4 py-3 has-checked:bg-raised"
          >
            <span
              aria-hidden
              className="size-4 shrink-0 rounded-[50%] border-2 border-edge group-has-checked:border-5 group-has-checked:border-signal"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{service.name}</span>{' '}
              <span className="block text-sm text-soft">
                {showDuration(service.minutes)}
                {service.capacity > 1 && `, 2-${service.capacity} players, price per seat`}
              </span>
            </span>{' '}
            <span className="display figures text-lg">{showDollars(service.price)}</span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  )
}
