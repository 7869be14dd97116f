import { must } from '#src/shared/must.ts'

/** Each list holds the variants of one part, drawn in a 320 × 200 frame around x = 160. */
const helmets = [
  'M112 92a48 48 0 0 1 96 0v46l-22 22h-52l-22-22Z',
  'M116 56h88l14 24v56l-26 24h-64l-26-24V80Z',
  'M160 42l52 34v52l-28 32h-48l-28-32V76Z',
  'M110 60l22-12h56l22 12 6 60-24 40h-64l-24-40Z',
]
const visors = [
  'M118 92h84v18l-16 12h-52l-16-12Z',
  'M114 94l46 12 46-12v20l-30 14h-32l-30-14Z',
  'M120 88h80v14h-26l-6 14h-16l-6-14h-26Z',
  'M118 98h36v16h-30ZM166 98h36l-6 16h-30Z',
]
const crests = [
  'M112 70 82 40l4 46ZM208 70l30-30-4 46Z',
  'M152 48l8-34 8 34ZM132 54l2-22 12 20ZM188 54l-2-22-12 20Z',
  'M104 84H88v44h16ZM216 84h16v44h-16Z',
  'M204 58l34-36v40l-22 14ZM212 50l6-30-18 26Z',
]
const backdrops = [
  'M0 200V160h64v-32h64V96h64V64h64V32h64v168Z',
  'M0 200 200 0h60L60 200ZM130 200 330 0h60L190 200Z',
  'M160 4 256 100 160 196 64 100ZM-40 100 40 20v160ZM360 100l-80-80v160Z',
  'M0 140h320v16H0ZM0 108h320v8H0ZM0 172h320v28H0Z',
]

/** A whole number that depends on nothing but the text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The parts of the geometric portrait of this name, as SVG paths in a 320 × 200 frame: always the same for a name. */
export function portraitOf(name: string) {
  const number = numberOf(name)
  const pick = (variants: string[], place: number) => must(variants[(number >>> place) % variants.length], 'a variant')
  return {
    backdrop: pick(backdrops, 4),
    body: 'M92 200l16-32 34-12h36l34 12 16 32Z',
    crest: pick(crests, 10),
    helmet: pick(helmets, 16),
    visor: pick(visors, 22),
    mouth: 'M146 142h28l-6 12h-16Z',
  }
}
