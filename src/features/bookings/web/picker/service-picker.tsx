import { useLayoutEffect, useRef } from 'react'
import { offerGroups, type Service } from '#src/features/bookings/services.ts'
import { OfferLines } from './offer-lines.tsx'
import { RadioTile } from './radio-tile.tsx'

type ServicePickerProps = {
  chosenId: string | null
  /** Brings what is chosen already into view when the list appears. */
  showsChosen: boolean
  /** Why an offer does not fit the chosen hour, by the offer's id. */
  tooLong: Map<string, string>
  onChoose(serviceId: string): void
}

/** All seven offers, as one group of radio buttons: always the same, in the same order and groups (SELL-3). */
export function ServicePicker({ chosenId, showsChosen, tooLong, onChoose }: ServicePickerProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  // Once: what somebody presses must not move away under the finger.
  const scrolls = useRef(showsChosen)
  useLayoutEffect(() => {
    if (scrolls.current) list.current?.querySelector(':checked')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <fieldset ref={list} className="min-w-0">
      <legend className="mb-3 font-semibold text-strong">Service</legend>
      <div className="grid gap-6">
        {offerGroups.map(({ title, lead, offers }) => (
          <section key={title} aria-label={title}>
            <h3 className="font-semibold text-strong">{title}</h3>
            {lead && <p className="text-sm">{lead}</p>}
            <div className="mt-2 grid gap-2">
              {offers.map((service) => (
                <ServiceTile
                  key={service.id}
                  service={service}
                  checked={service.id === chosenId}
                  refusal={tooLong.get(service.id)}
                  onChoose={() => onChoose(service.id)}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </fieldset>
  )
}

type ServiceTileProps = { service: Service; checked: boolean; refusal: string | undefined; onChoose(): void }

/** An offer that does not fit the chosen hour says so instead of what is in it. */
function ServiceTile({ service, checked, refusal, onChoose }: ServiceTileProps) {
  return (
    <RadioTile
      name="service"
      checked={checked}
      disabled={refusal !== undefined}
      onChoose={onChoose}
      className="flex gap-3 px-3 py-2.5 has-checked:bg-raised"
    >
      <span
        aria-hidden
        className="mt-1 size-4 shrink-0 rounded-[50%] border-2 border-edge peer-checked:border-5 peer-checked:border-signal"
      />
      <OfferLines offer={service} refusal={refusal} />
    </RadioTile>
  )
}
