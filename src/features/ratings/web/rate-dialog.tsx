import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { MySession } from '#src/features/bookings/contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { cx } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type RateDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Stars and words about a completed session. */
export default function RateDialog({ session, onClose, onDone }: RateDialogProps) {
  const [stars, setStars] = useState(0)
  const [review, setReview] = useState('')
  const [problem, setProblem] = useState<string>()
  const rate = useMutation({
    mutationFn: () => callApi(rateSession, { body: { bookingId: session.id, rating: stars, review } }),
    onSuccess: () => {
      toast({ title: 'Rating sent', description: 'Thank you. We read it before it is published.' })
      onDone()
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
    <Dialog
      title="Rate session"
      description={`${session.serviceName} with ${session.coachName}`}
      onClose={onClose}
      sticky
    >
      <Form noValidate onSubmit={submit} className="grid gap-6">
        <fieldset>
          <legend className="mb-1 font-medium text-strong">How was it?</legend>
          <div className="flex">
            {[1, 2, 3, 4, 5].map((count) => (
              <label key={count} className="relative grid size-12 place-items-center">
                <input
                  type="radio"
                  name="stars"
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
        <Field label="Review" hint="What did you take away from it?" optional>
          <Textarea value={review} maxLength={2000} onChange={(event) => setReview(event.target.value)} />
        </Field>
        <p className="text-sm">
          We review ratings before they are published on the coach’s page, with the first part of your name.
        </p>
        {problem && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
        <DialogButtons busy={rate.isPending} onClose={onClose}>
          <Button type="submit" busy={rate.isPending}>
            Send rating
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
