import { chromium } from '@playwright/test'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { startFreshApp } from '#tests/support/fresh-app.ts'
import { measureChat, measureCoachsRoom, measureDialog, measureInsights, openColdDialog } from './flows.ts'
import { attempt, judge, sumUp } from './judge.ts'
import { type Phone, withPhone } from './phone.ts'
import { nameOf, type Press } from './press.ts'
import { presses } from './presses.ts'
import { rooms } from './rooms.ts'
import { staffPresses } from './staff-presses.ts'
import { firstChange, seenShifts, watchFirstChange, watchShifts } from './watch.ts'
import { makeWorld, type Role } from './world.ts'

/**
 * `npm run bench:presses [word]`: how soon people see that something happens, on a cheap phone with a slow line. A missed
 * floor fails the command. With a word only what has it in its name is measured.
 */
const floors = { firstChange: 150, layoutShift: 0.05, whole: 2_500 }

const word = process.argv[2] ?? ''
const app = await startFreshApp()
const browser = await chromium.launch(await findChromium())
try {
  const world = await makeWorld(app.url, app.dataDir)
  const by = (as: Role, use: (phone: Phone) => Promise<void>) => withPhone(browser, app.url, world.states[as], use)

  // Before anything is pressed: the rooms hold the demo's data. Two at a time: nothing is timed.
  const waiting = rooms(world).values()
  const measureRooms = async () => {
    for (const { as, path } of waiting)
      await run(`layout shift: ${as}, ${nameOf(path)}`, (name) => by(as, (phone) => measureRoom(name, path, phone)))
  }
  await Promise.all([measureRooms(), measureRooms()])
  await run('a coach’s room', () => by('coach', measureCoachsRoom))
  for (const press of [...presses(world), ...staffPresses(world)]) {
    const once = async () => {
      let waited = Number.NaN
      await by(press.as, async (phone) => {
        waited = await measurePress(press, phone)
      })
      return waited
    }
    await run(`first change: ${press.name}`, async (name) => {
      judge(name, await middleOf(once, floors.firstChange), floors.firstChange, 'ms')
    })
  }
  await run('dialog', () => by('visitor', measureDialog))
  for (const path of ['/coaches/vexflip', '/'])
    await run(`cold dialog, ${path}`, async (name) => {
      let whole = 0
      const once = async () => {
        let shell = Number.NaN
        await by('visitor', async (phone) => {
          const opened = await openColdDialog(path, phone)
          shell = opened.shell
          whole = Math.max(whole, opened.whole)
        })
        return shell
      }
      judge(`${name}: its shell`, await middleOf(once, floors.firstChange), floors.firstChange, 'ms')
      judge(`${name}: whole`, Math.round(whole), floors.whole, 'ms')
    })
  await run('chat of 400 messages', async () => {
    const bookingId = await world.writeMuch()
    await by('player', (phone) => measureChat(bookingId, phone))
  })
  await run('insights', () => by('owner', measureInsights))
} finally {
  await browser.close()
  await app.stop()
}
sumUp()

async function run(name: string, measure: (name: string) => Promise<void>): Promise<void> {
  if (name.includes(word)) await attempt(name, () => measure(name))
}

/** In milliseconds. What misses may be a moment of the machine: of three the middle one counts. Some can be pressed only once. */
async function middleOf(once: () => Promise<number>, atMost: number): Promise<number> {
  const first = await once()
  const again = () => (first > atMost ? once().catch(() => first) : first)
  const [, middle] = [first, await again(), await again()].sort((a, b) => a - b)
  return Math.round(middle!)
}

async function measurePress({ path, target }: Press, { page, slow, rest }: Phone): Promise<number> {
  await page.goto(path)
  // As a thumb does: some of a page waits for a sign that somebody is there.
  await page.evaluate(() => scrollBy(0, 1))
  await rest()
  const pressed = await target(page)
  await pressed.scrollIntoViewIfNeeded()
  // Code is fetched when the button comes near, before the line gets slow: a thumb needs that long, too.
  await rest()
  await slow()
  await page.evaluate(watchFirstChange)
  await pressed.click({ noWaitAfter: true })
  return firstChange(page)
}

async function measureRoom(name: string, path: string, { page, slow, rest }: Phone): Promise<void> {
  await slow()
  await page.addInitScript(watchShifts)
  await page.goto(path, { timeout: 60_000 })
  await rest()
  const { shift, moved } = await seenShifts(page)
  judge(name, Number(shift.toFixed(3)), floors.layoutShift, '', `most moved: ${moved}`)
}
