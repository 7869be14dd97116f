import type { Plugin } from 'vite'

/**
 * What adding a game takes, apart from the demo session, which only browsers draw: the table's entry and the card on
 * the home page that the type checker demands.
 */
const additions = {
  'src/shared/games.ts': {
    before: '} as const satisfies Record<string, GameFacts>',
    text: `  valorant: {
      label: 'Valorant',
      colours: { main: '#ff4655', text: '#ff9aa3', deep: '#3d1418' },
      ladder: ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond', 'Ascendant', 'Immortal', 'Radiant'],
    },\n`,
  },
  'src/screens/home/services.tsx': {
    before: '} satisfies Record<PlayedGame, Taught>',
    text: "  valorant: { Art: FortniteArt, points: ['Crosshair placement'], action: 'Start Valorant Coaching' },\n",
  },
}

/** Loads the app with Valorant as a third game. */
export function thirdGame(): Plugin {
  return {
    name: 'third-game',
    enforce: 'pre',
    transform(code, id) {
      const found = Object.entries(additions).find(([file]) => id.endsWith(file))
      if (!found) return
      const [file, { before, text }] = found
      if (!code.includes(before)) throw new Error(`${file} no longer has a place for a game`)
      return code.replace(before, text + before)
    },
  }
}
