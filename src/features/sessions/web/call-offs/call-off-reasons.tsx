import { useId } from 'react'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { type CallOffReason, callOffReasonLabels, callOffReasons } from '#src/features/sessions/call-offs.ts'

type CallOffReasonsProps = {
  chosen: CallOffReason | null
  onChoose(reason: CallOffReason): void
  /** Said when none was chosen. */
  problem?: string
}

/** Why a session is called off; for the team alone. */
export function CallOffReasons({ chosen, onChoose, problem }: CallOffReasonsProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={problem ? errorId : undefined}>
      <legend className="mb-2 font-medium text-strong">Why (our team only)</legend>
      <div className="grid grid-cols-2 gap-3">
        {callOffReasons.map((each) => (
          <RadioTile key={each} name="reason" checked={chosen === each} onChoose={() => onChoose(each)} className="p-3">
            <span className="font-semibold">{callOffReasonLabels[each]}</span>
          </RadioTile>
        ))}
      </div>
      {problem && (
        <p id={errorId} role="alert" className="mt-1.5 text-bad text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
