import { ButtonLink } from '#src/ui/controls/button.tsx'

/** The way in for people who want to coach. */
export default function CoachBanner() {
  return (
    <aside id="apply" aria-label="Become a coach" className="bg-signal text-ink">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-7 sm:gap-y-6 sm:py-10">
        <div>
          <p className="display text-ink! text-xl">Do you coach, or could you?</p>
          <p className="mt-2 max-w-prose">
            Play with people who want to climb, at hours you choose. We read every application.
          </p>
        </div>
        <ButtonLink to="/apply-coach" className="bg-ink! text-strong! outline-ink! hover:bg-raised!">
          Apply as a Coach
        </ButtonLink>
      </div>
    </aside>
  )
}
