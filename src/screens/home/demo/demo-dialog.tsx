import { Pause, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { GamerAvatar } from '#src/features/coaches/web/gamer-avatar.tsx'
import { games, type PlayedGame, playedGames } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { chapterMinutes, chapters, clock, lastMinute } from './chapters.ts'
import { FortniteScene } from './fortnite-scene.tsx'
import { RocketLeagueScene } from './rocket-league-scene.tsx'
import { usePlayback } from './use-playback.ts'

const scenes = { 'rocket-league': RocketLeagueScene, fortnite: FortniteScene } satisfies Record<PlayedGame, unknown>

/** A walk through one session: drawn scenes, the coach's words, and a player to go through them. */
export default function DemoDialog({ onClose }: { onClose(): void }) {
  const [game, setGame] = useState(playedGames[0])
  const { minute, seek, isPlaying, isOver, isStill, toggle } = usePlayback()
  const index = Math.floor(minute / chapterMinutes)
  const chapter = must(chapters[index], 'a chapter at this minute')
  // A visitor who asked for less motion sees each scene as it ends.
  const progress = isStill || isOver ? 1 : (minute % chapterMinutes) / chapterMinutes
  const Scene = scenes[game]
  return (
    <Dialog
      title="One session, minute by minute"
      description="An hour with a coach, told in one minute. Jump to any moment."
      onClose={onClose}
      className="sm:max-w-5xl!"
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="min-w-0">
          <fieldset className="mb-4 flex gap-2">
            <legend className="sr-only">Game</legend>
            {playedGames.map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === game ? 'primary' : 'secondary'}
                aria-pressed={each === game}
                onClick={() => setGame(each)}
              >
                {games[each].label}
              </Button>
            ))}
          </fieldset>
          <svg
            viewBox="0 0 640 360"
            aria-hidden="true"
            className="block w-full rounded-md border border-line"
            style={{ background: games[game].colours.deep }}
          >
            <Scene chapter={index} progress={progress} />
          </svg>
          <div className="mt-4 flex items-center gap-3">
            <Button
              aria-label={isPlaying ? 'Pause' : isOver ? 'Play again' : 'Play'}
              className="px-3!"
              onClick={toggle}
            >
              {isPlaying ? <Pause aria-hidden /> : isOver ? <RotateCcw aria-hidden /> : <Play aria-hidden />}
            </Button>
            <input
              type="range"
              min={0}
              max={lastMinute}
              value={Math.floor(minute)}
              onChange={(event) => seek(Number(event.target.value))}
              aria-label="Minute of the session"
              aria-valuetext={`${clock(Math.floor(minute))}, ${chapter.title}`}
              className="touch h-11 min-w-0 flex-1 cursor-pointer"
            />
            <span className="tag figures shrink-0 text-strong">
              {clock(minute)} / {clock(lastMinute)}
            </span>
          </div>
          <div className="mt-4 flex gap-4">
            <span aria-hidden="true" className="size-12 shrink-0 overflow-clip rounded-md [&>svg]:h-full">
              <GamerAvatar name="Your coach" game={game} />
            </span>
            <div aria-live="polite" className="min-h-40 sm:min-h-24">
              <p className="tag text-signal">Your coach, {chapter.title.toLowerCase()}</p>
              <p className="mt-1 text-lg text-strong">{chapter.remark[game]}</p>
            </div>
          </div>
        </div>
        <ol className="flex flex-col">
          {chapters.map(({ title }, place) => (
            <li key={title} className="border-line border-b">
              <button
                type="button"
                aria-current={place === index ? 'step' : undefined}
                onClick={() => seek(place * chapterMinutes)}
                className="flex min-h-12 w-full items-center gap-3 border-transparent border-l-4 py-2 pl-3 text-left outline-offset-[-3px] hover:bg-raised hover:text-strong aria-[current]:border-signal aria-[current]:bg-raised aria-[current]:text-strong"
              >
                <span className="tag figures w-12 shrink-0 text-signal">{clock(place * chapterMinutes)}</span> {title}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
