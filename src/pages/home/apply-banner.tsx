import { ButtonLink } from '#src/ui/button.tsx'

/** The way in for coaches. */
export function ApplyBanner() {
  return (
    <section aria-labelledby="apply-title" className="bg-signal text-ink">
      <div className="wrap flex flex-col items-start gap-6 py-14 lg:flex-row lg:items-center lg:justify-between lg:py-16">
        <div>
          <h2 id="apply-title" className="display text-2xl text-ink">
            Already at the top?
          </h2>
          <p className="mt-3 max-w-prose text-lg">
            Coach the next ones up. Apply in a few minutes; we review within 3-5 business days.
          </p>
        </div>
        <ButtonLink to="/apply-coach" size="lg" className="bg-ink! text-strong! hover:bg-raised!">
          Apply to coach
        </ButtonLink>
      </div>
    </section>
  )
}
