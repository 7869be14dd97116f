import { priceFrom } from '#src/features/bookings/services.ts'
import type { Coach } from '#src/features/coaches/contract.ts'
import { portraitOf } from '#src/features/coaches/portrait.ts'
import { coachRung } from '#src/features/coaches/ranks.ts'
import { coloursOf, expertiseOf, gameNames } from '#src/shared/games.ts'
import { line, widthOf, wrap } from './lettering.ts'

/*
 * The pictures that a link to us shows elsewhere, as SVG of 1200 × 630 pixels. A picture knows no stylesheet, so the
 * colours of theme.css are repeated here.
 */

const [ink, panel, edge, strong, soft, signal] = ['#0c0f15', '#131821', '#2a3342', '#f4f6fa', '#b9c2d0', '#c8f135']

/** The picture of the site: what we do, for how much, and how much of it these coaches have done. */
export function sitePicture(coaches: Pick<Coach, 'totalHours'>[]): string {
  // Eight rising rungs, as the ranks of every game; the last one is the one to reach.
  const rungs = Array.from({ length: 8 }, (_, i) => {
    const fill = i === 7 ? signal : edge
    return `<rect x="${690 + i * 52}" y="${450 - i * 48}" width="104" height="20" fill="${fill}"/>`
  })
  return frame(
    rungs.join('') +
      line('Level Up', 72, 250, { face: 'display', size: 94, fill: strong }) +
      line('Your Game', 72, 350, { face: 'display', size: 94, fill: signal }) +
      line(`${gameNames()} coaching`, 74, 424, { face: 'text', size: 31, fill: soft }) +
      footer(`Sessions ${priceFrom()}`, proof(coaches)),
  )
}

/** `'12 coaches, 3,410 hours coached'`, as far as there are any. */
function proof(coaches: Pick<Coach, 'totalHours'>[]): string {
  const hours = coaches.reduce((sum, { totalHours }) => sum + totalHours, 0)
  const counted = (count: number, one: string, many: string) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`] : []
  return [...counted(coaches.length, 'coach', 'coaches'), ...counted(hours, 'hour coached', 'hours coached')].join(', ')
}

/** The picture of a coach: photo (WebP) or portrait, name, title and how high on the ladder. */
export function coachPicture(coach: Coach, photo?: Buffer): string {
  const colours = coloursOf(coach.gameExpertise)
  const title = { face: 'text', size: 36, fill: soft } as const
  const titleLines = wrap(coach.title, title, 600, 2)
  return frame(
    (photo ? photograph(photo) : portrait(coach)) +
      line(gameNames(expertiseOf(coach.gameExpertise)), 72, 118, { face: 'text', size: 28, fill: colours.text }, 600) +
      line(coach.name, 68, 236, { face: 'display', size: 104, fill: strong }, 610) +
      titleLines.map((text, i) => line(text, 72, 302 + i * 46, title)).join('') +
      rungs(coachRung(coach)) +
      line(coach.currentRank, 72, 492, { face: 'text', size: 30, fill: strong }, 600) +
      footer(
        'Level Up',
        coach.averageRating ? `Rated ${Number(coach.averageRating)} of 5, ${priceFrom()}` : priceFrom(),
      ),
  )
}

/** The photo fills the right side. */
function photograph(photo: Buffer): string {
  return `<image x="720" width="480" height="630" preserveAspectRatio="xMidYMid slice" href="data:image/webp;base64,${photo.toString('base64')}"/>`
}

/** So does the portrait that pages show of those without one. */
function portrait({ name, gameExpertise }: Coach): string {
  const shapes = portraitOf(name, gameExpertise).map(
    ({ d, fill, opacity = 1 }) => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`,
  )
  return `<svg x="720" y="0" width="480" height="630" viewBox="60 0 200 200" preserveAspectRatio="xMidYMid slice">${shapes.join('')}</svg>`
}

/** The ladder of eight, lit up to the rung. */
function rungs(rung: number): string {
  return Array.from({ length: 8 }, (_, i) => {
    const height = 14 + i * 6
    return `<rect x="${72 + i * 46}" y="${440 - height}" width="36" height="${height}" fill="${i < rung ? signal : edge}"/>`
  }).join('')
}

/** The bar below: our mark, what stands out, and what stands beside it. */
function footer(first: string, second: string): string {
  const style = { face: 'display', size: 34, fill: strong } as const
  const left = 126 + widthOf(first, style) + 24
  return (
    `<path transform="translate(72 536) scale(1.6)" d="M1 21h7v-6.5h7V8h7V1" fill="none" stroke="${signal}" stroke-width="4"/>` +
    line(first, 126, 571, style) +
    line(second, left, 570, { face: 'text', size: 24, fill: soft }, 1128 - left)
  )
}

function frame(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    <rect width="1200" height="630" fill="${ink}"/><rect y="510" width="1200" height="120" fill="${panel}"/>${content}</svg>`
}
