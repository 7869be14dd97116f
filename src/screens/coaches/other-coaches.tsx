import type { Coach } from '#src/features/coaches/contract.ts'
import { CoachPortrait } from '#src/features/coaches/web/coach-portrait.tsx'
import { expertiseOf, games } from '#src/shared/games.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Card } from '#src/ui/controls/panel.tsx'

/** Other coaches who share a game with this one. */
export function OtherCoaches({ coach, others }: { coach: Coach; others: Coach[] }) {
  if (others.length === 0) return null
  const [game, another] = expertiseOf(coach.gameExpertise)
  return (
    <section aria-labelledby="others-title" className="border-line border-t py-16 lg:py-20">
      <div className="wrap">
        <h2 id="others-title" className="display mb-8 text-xl">
          {another ? 'Other coaches' : `Other ${games[game].label} coaches`}
        </h2>
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((other) => (
            <li key={other.id}>
              <Card className="relative grid h-full overflow-clip max-[19rem]:grid-rows-[6rem_auto] min-[19rem]:grid-cols-[7rem_1fr] focus-within:border-signal hover:border-edge">
                <div className="flex justify-center overflow-clip bg-raised [&>*]:h-full [&>svg]:w-auto [&>svg]:shrink-0">
                  <CoachPortrait coach={other} />
                </div>
                <div className="min-w-0 p-4">
                  <h3 className="display text-lg">
                    {/* The whole card is the link's target. */}
                    <AppLink to={`/coaches/${other.slug}`} className="after:absolute after:inset-0">
                      {other.name}
                    </AppLink>
                  </h3>
                  <p className="mt-1 text-sm">{other.title}</p>
                  <p className="tag mt-2 text-strong">{other.currentRank}</p>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
