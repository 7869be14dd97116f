import type { PlayedGame } from '#src/shared/games.ts'

/** What happens in a session and what the coach says then. Each chapter takes ten minutes; the last is its end. */
export const chapters: { title: string; remark: Record<PlayedGame, string> }[] = [
  {
    title: 'Hello and goal',
    remark: {
      'rocket-league':
        'You are Platinum and want Diamond. Good. Tell me about the last match you lost, and why you think you lost it.',
      fortnite: 'You reach the last ten and then it ends. Good place to start. What do those endings look like?',
    },
  },
  {
    title: 'Watch a match together',
    remark: {
      'rocket-league':
        'Play as always, I only watch. There: your mate goes for the ball, you go too, and nobody is behind you.',
      fortnite: 'Play as always, I only watch. There: shots from above, and you run across the open field.',
    },
  },
  {
    title: 'Freeze the moment',
    remark: {
      'rocket-league':
        'Stop here. Two cars, one ball. When your mate turns in, this is your place: back post, facing the play.',
      fortnite: 'Stop here. They are high, you are low. Do not run, build: a wall against the shots, a ramp behind it.',
    },
  },
  {
    title: 'Train it slowly',
    remark: {
      'rocket-league':
        'Now the shot you get from there. Wait, jump, then boost. First try low, second better, third is a hit.',
      fortnite: 'Wall, ramp, and again. Say it with me. Slow is fine, as long as the order is right every time.',
    },
  },
  {
    title: 'At match speed',
    remark: {
      'rocket-league':
        'Same thing in a match. Mate challenges, you rotate out, the ball comes back to you. There it is.',
      fortnite: 'Same thing under fire. Wall, ramp, up. Now you look down at them, and the shot is yours.',
    },
  },
  {
    title: 'Three things to practise',
    remark: {
      'rocket-league': 'No list of twenty. Three things, one a day, ten minutes each. I write them into our chat.',
      fortnite: 'No list of twenty. Three things before your first match of the day. I write them into our chat.',
    },
  },
  {
    title: 'Your plan',
    remark: {
      'rocket-league':
        'That is the way to Diamond. Send me a replay when you are stuck, the chat stays open. See you on the next step.',
      fortnite:
        'That is how endings get longer. Send me a clip when you are stuck, the chat stays open. See you on the next step.',
    },
  },
]

export const chapterMinutes = 10
export const lastMinute = (chapters.length - 1) * chapterMinutes

/** A minute of the session as players read it: `20:00`. */
export function clock(minute: number): string {
  const seconds = Math.floor(minute * 60)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
