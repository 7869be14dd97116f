import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceFrom } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { coachRung } from '#src/features/coaches/ranks.ts'
import { CoachPortrait } from '#src/features/coaches/web/coach-portrait.tsx'
import { GameBadge } from '#src/features/coaches/web/game-badge.tsx'
import { RankRungs } from '#src/features/coaches/web/rank-rungs.tsx'
import { Specialties } from '#src/features/coaches/web/specialties.tsx'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

/** Who the coach is and what they have reached. */
export function CoachProfile({ coach, onBook }: { coach: Coach; onBook(): void }) {
  const { name, title, description, gameExpertise, currentRank, achievements, specialties } = coach
  return (
    <div className="wrap pt-6 pb-12 lg:pt-8 lg:pb-16">
      <Breadcrumb above={[{ to: '/coaches', name: 'Coaches' }]} here={name} />
      <div className="mt-6 grid gap-8 lg:mt-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="min-w-0">
          <GameBadge game={gameExpertise} />
          <h1 className="display mt-4 text-2xl">{name}</h1>
          <p className="mt-2 text-lg text-strong">{title}</p>
          <div className="mt-6 flex flex-wrap items-end gap-x-5 gap-y-3">
            <RankRungs rung={coachRung(coach)} />
            <p className="[overflow-wrap:anywhere]">
              <span className="block text-faint text-sm">Current rank</span>
              <span className="tag text-lg text-strong">{currentRank}</span>
            </p>
          </div>
          <p dir="auto" className="mt-6 max-w-prose text-lg">
            {description}
          </p>
          {specialties.length > 0 && (
            <ul
              aria-label="Specialties"
              className="flex flex-wrap gap-x-2 max-sm:mt-3.75 max-sm:-mb-2.25 sm:mt-6 sm:gap-y-2"
            >
              <Specialties names={specialties} />
            </ul>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button size="lg" data-books="" onClick={onBook}>
              Book Session
            </Button>
            <p className="figures">{priceFrom()}</p>
            <ButtonAnchor size="lg" variant="secondary" href="#ask">
              Ask a question first
            </ButtonAnchor>
          </div>
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <div className="overflow-clip rounded-lg">
            <CoachPortrait coach={coach} />
          </div>
          <div>
            <Figures coach={coach} />
            <Before coach={coach} />
          </div>
          {achievements.length > 0 && (
            <div>
              <h2 className="text-lg font-semibold">Achievements</h2>
              <ul className="mt-3 grid gap-2.5 text-strong">
                {achievements.map((achievement) => (
                  <li key={achievement} className="flex items-start gap-3 [overflow-wrap:anywhere]">
                    <Trophy aria-hidden className="mt-1 size-4 shrink-0 text-signal" />
                    {achievement}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function Figures({ coach: { totalStudents, totalHours, averageRating } }: { coach: Coach }) {
  return (
    <dl className="figures grid divide-line max-[19rem]:divide-y min-[19rem]:grid-cols-[repeat(3,auto)] min-[19rem]:divide-x rounded-lg border border-line bg-panel">
      <Figure term="students coached">{totalStudents}+</Figure>
      <Figure term="hours of coaching">{totalHours}</Figure>
      <Figure term="average rating">
        <span className="whitespace-nowrap">{averageRating ? `${Number(averageRating)}/5` : 'New'}</span>
      </Figure>
    </dl>
  )
}

/** The part of the figures that Level Up did not count itself, and who says so. */
function Before({ coach: { studentsBefore, hoursBefore, beforeSource } }: { coach: Coach }) {
  const parts = [
    studentsBefore > 0 && `${studentsBefore} ${studentsBefore === 1 ? 'student' : 'students'}`,
    hoursBefore > 0 && `${hoursBefore} ${hoursBefore === 1 ? 'hour' : 'hours'}`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p className="figures mt-2 text-sm [overflow-wrap:anywhere]">
      Of these, {parts.join(' and ')} from before Level Up. Source: {beforeSource}
    </p>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end p-3 sm:p-4">
      <dt className="text-sm">{term}</dt>
      <dd className="display text-lg [overflow-wrap:anywhere] xl:text-xl">{children}</dd>
    </div>
  )
}
