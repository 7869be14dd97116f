import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { isLow, lowTitle } from './after-low-rating.tsx'

type RatingFormProps = {
  session: MySession
  /** Only the stars, until one is chosen. */
  brief?: boolean
  /** The buttons at the end; one of them submits. */
  buttons(busy: boolean): ReactNode
  /** It was sent, with so many stars. */
  onDone(stars: number): void
}

/** Stars and words about a session that took place. */
export function RatingForm({ session, brief = false, buttons, onDone }: RatingFormProps) {
  const [stars, setStars] = useState(0)
  const [review, setReview] = useState('')
  const [problem, setProblem] = useState<string>()
  const rate = useMutation({
    mutationFn: () => callApi(rateSession, { body: { bookingId: session.id, rating: stars, review } }),
    onSuccess: () => {
      const thanks = isLow(stars) ? `${lowTitle}.` : 'Thank you.'
      toast({ title: 'Rating sent', description: `${thanks} We read it before it is published.` })
      onDone(stars)
    },
    onError: (error) => setProblem(errorText(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (stars === 0) return setProblem('Please choose 1 to 5 stars')
    setProblem(undefined)
    rate.mutate()
  }

  return (
    <Form noValidate onSubmit={submit} className="grid gap-6">
      <fieldset>
        {/* The heading above the stars alone says it. */}
        <legend className={brief ? 'sr-only' : 'mb-1 font-medium text-strong'}>How was it?</legend>
        <div className="flex">
          {[1, 2, 3, 4, 5].map((count) => (
            <label key={count} className="relative grid size-12 place-items-center">
              <input
                type="radio"
                name={`stars-${session.id}`}
                aria-label={count === 1 ? '1 star' : `${count} stars`}
                checked={stars === count}
                onChange={() => setStars(count)}
                className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-md"
              />
              <Star
                aria-hidden
                className={cx('size-8 transition-colors', count <= stars ? 'fill-signal text-signal' : 'text-edge')}
              />
            </label>
          ))}
        </div>
      </fieldset>
      {(!brief || stars > 0) && (
        <>
          <Field
            label="Review"
            hint={isLow(stars) && stars > 0 ? 'What was missing?' : 'What did you take away from it?'}
            optional
          >
            <Textarea value={review} maxLength={2000} onChange={(event) => setReview(event.target.value)} />
          </Field>
          <p className="text-sm">
            We review ratings before they are published on the coach’s page, with the first part of your name, what you
            booked and the rank your profile names.
          </p>
          {problem && (
            <p role="alert" className="text-bad">
              {problem}
            </p>
          )}
          {buttons(rate.isPending)}
        </>
      )}
    </Form>
  )
}
