import { coloursOf, type WireGame } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'

/* Each list holds the variants of one trait, drawn in a 320 × 200 frame around x = 160. */

const silhouettes = [
  { body: 'M84 200c0-36 28-52 56-54h40c28 2 56 18 56 54Z', head: 'M126 88a34 36 0 0 1 68 0v12a34 40 0 0 1-68 0Z' },
  { body: 'M58 200v-30l34-20 48-6h40l48 6 34 20v30Z', head: 'M122 60h76v54l-18 24h-40l-18-24Z' },
  { body: 'M106 200l10-38 24-14v-14h40v14l24 14 10 38Z', head: 'M131 82a29 32 0 0 1 58 0v30a29 34 0 0 1-58 0Z' },
  { body: 'M40 200l74-58h92l74 58Z', head: 'M160 52l36 18v38l-22 32h-28l-22-32V70Z' },
  {
    body: 'M72 200v-24a28 28 0 0 1 28-28h120a28 28 0 0 1 28 28v24Z',
    head: 'M120 92a40 38 0 0 1 80 0v8a40 38 0 0 1-80 0Z',
  },
]

/** `gear` is drawn in the palette's colour, `trim` in the game's. */
const headgears = [
  // Cap
  { gear: 'M116 84a44 42 0 0 1 88 0Z', trim: 'M116 78h106a8 8 0 0 1 0 16H116Z' },
  // Woollen hat
  { gear: 'M116 80a44 46 0 0 1 88 0ZM146 30a14 13 0 0 1 28 0 14 13 0 0 1-28 0Z', trim: 'M112 74h96v18h-96Z' },
  // Headset over short hair
  {
    gear: 'M120 84a40 38 0 0 1 80 0l-14-10h-52Z',
    trim: 'M108 86a52 50 0 0 1 104 0h8v34h-22V86a38 38 0 0 0-76 0v34h-22V86Z',
  },
  // Helmet with a visor
  { gear: 'M110 94a50 52 0 0 1 100 0v44h-18V96h-64v42h-18Z', trim: 'M120 80h80v20l-14 10h-52l-14-10Z' },
  // Hood
  { gear: 'M104 158V92a56 58 0 0 1 112 0v66h-20V94a36 34 0 0 0-72 0v64Z', trim: 'M138 152h6v26h-6ZM176 152h6v26h-6Z' },
  // Bandana over hair
  { gear: 'M118 82c-4-50 88-50 84 0Z', trim: 'M116 72h88l34-10-10 16 12 14-36-4h-88Z' },
  // Mohawk
  { gear: 'M146 80V22l9 14 5-22 5 22 9-14v58Z', trim: 'M118 84h12v14h-12ZM190 84h12v14h-12Z' },
]

/** Apart from the colours of games, of action and of status. */
const palettes = [
  { skin: '#f0c8a4', gear: '#efe6d8', cloth: '#b5553f' },
  { skin: '#8a5a3c', gear: '#e0a33e', cloth: '#efe6d8' },
  { skin: '#c98f66', gear: '#c9584a', cloth: '#56647d' },
  { skin: '#e6b389', gear: '#3f4c63', cloth: '#d9b45b' },
  { skin: '#5f3f2e', gear: '#d98aa0', cloth: '#3e7f7a' },
]

const emblems = [
  // Bolt
  'M196 0 66 108h66l-34 92 156-122h-74l32-78Z',
  // Star
  'M160-8l26 72 76 3-60 46 21 74-63-42-63 42 21-74-60-46 76-3Z',
  // Rings
  'M160 0a96 96 0 1 0 .1 0ZM160 22a74 74 0 1 1-.1 0ZM160 40a56 56 0 1 0 .1 0Z',
  // Chevrons
  'M40 92 160-10 280 92v44L160 34 40 136ZM40 164 160 62l120 102v36h-20L160 114 60 200H40Z',
  // Diamond
  'M160-24 282 96 160 216 38 96Z',
  // Rungs
  'M24 200v-56h50v56ZM86 200v-96h50v96ZM184 200V56h50v144ZM246 200V8h50v192Z',
]

/** Which variant of each trait the portrait of this name has: always the same for a name. */
export function traitsOf(name: string) {
  const number = numberOf(name)
  // At these places the demo's coaches have least in common.
  const pick = (variants: unknown[], place: number) => (number >>> place) % variants.length
  return {
    silhouette: pick(silhouettes, 8),
    headgear: pick(headgears, 28),
    palette: pick(palettes, 16),
    emblem: pick(emblems, 25),
  }
}

/** The geometric portrait of a name, its background in the colours of the game: shapes to draw one over the other. */
export function portraitOf(name: string, game: WireGame): { d: string; fill: string; opacity?: number }[] {
  const { main, text, deep } = coloursOf(game)
  const traits = traitsOf(name)
  const { body, head } = must(silhouettes[traits.silhouette], 'a silhouette')
  const { gear, trim } = must(headgears[traits.headgear], 'a headgear')
  const palette = must(palettes[traits.palette], 'a palette')
  return [
    // Wider than the frame, for pictures of another shape.
    { d: 'M-200 0h720v200h-720Z', fill: deep },
    { d: must(emblems[traits.emblem], 'an emblem'), fill: main, opacity: 0.4 },
    { d: body, fill: palette.cloth },
    { d: 'M144 126h32v28l-16 14-16-14Z', fill: palette.skin },
    { d: head, fill: palette.skin },
    { d: 'M140 96h9v9h-9ZM171 96h9v9h-9Z', fill: '#0c0f15' },
    { d: gear, fill: palette.gear },
    { d: trim, fill: text },
  ]
}

/** A whole number that depends on nothing but the text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
