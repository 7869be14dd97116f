import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longerHoldMinutes } from '#src/features/bookings/rules.ts'
import { showCountdown, useCountdown } from '#src/features/payments/web/use-countdown.ts'
import { errorText } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { announce } from '#src/ui/feedback/announce.ts'

/** From how many seconds before the end the player is warned. */
const warnAt = 120

/** How long the hour is still kept, for the dialog's head: always in sight. `end` in epoch milliseconds. */
export function HeldFor({ end }: { end: number }) {
  const isLate = useCountdown(end) <= warnAt
  return (
    <span className={cx('figures flex items-center gap-2', isLate ? 'text-warn' : 'text-soft')}>
      <Clock aria-hidden className="size-4" />
      <span>
        {/* One text: browsers that translate would move two apart. */}
        <TimeLeft end={end} before="Held for you: " />
      </span>
    </span>
  )
}

/** Minutes and seconds until `end`. A timer is not read out as it counts. */
export function TimeLeft({ end, before = '' }: { end: number; before?: string }) {
  return (
    <span role="timer" className="figures">
      {before + showCountdown(useCountdown(end))}
    </span>
  )
}

type HoldWarningProps = {
  end: number
  /** A payment under way is never interrupted. */
  isPaying: boolean
  /** Null when it was kept longer already. */
  onKeepLonger: (() => Promise<void>) | null
  onOver(): void
}

/** Warns two minutes before the hold ends, and offers more time, once. */
export function HoldWarning({ end, isPaying, onKeepLonger, onOver }: HoldWarningProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const seconds = useCountdown(end)
  const isOver = seconds === 0 && !isPaying
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (seconds === 0 || seconds > warnAt) return null

  async function keepLonger() {
    setAsking(true)
    setRefusal(null)
    try {
      // The button goes with the warning: the next one to press is the form's own.
      const pay = place.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')
      await onKeepLonger?.()
      pay?.focus({ preventScroll: true })
      announce(`Kept: you have ${longerHoldMinutes} more minutes.`)
    } catch (error) {
      setRefusal(errorText(error, 'We could not reach the server. Please try again.'))
    }
    setAsking(false)
  }
  return (
    <div ref={place}>
      <Alert tone="warn" urgent title="Less than 2 minutes left" className="p-3!">
        {refusal && <p>{refusal}</p>}
        {onKeepLonger ? (
          <Button variant="secondary" size="sm" className="mt-2" busy={isAsking} onClick={keepLonger}>
            {`Keep it ${longerHoldMinutes} more minutes`}
          </Button>
        ) : (
          <p>Please pay now: then others can take your hour.</p>
        )}
      </Alert>
    </div>
  )
}
