import { globSync, readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { flatParts, parseMime } from '#src/sandbox/mail/mime-parts.ts'
import { expect, setWidth, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'

/** Every kind of mail, as `tests/contract/mail-audience.test.ts` found it on the wire. */
const folder = 'tests/contract/mails'

for (const reader of ['account', 'coach', 'player', 'team'])
  test(`every mail to ${reader} can be read at 320 and 600 px, light and dark`, async ({ page }, testInfo) => {
    test.slow()
    const files = globSync(`${reader}/*.eml`, { cwd: folder })
    expect(files).not.toEqual([])
    const faults: string[] = []
    for (const file of files) {
      await page.setContent(htmlOf(file))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [320, 600]) {
          await setWidth(page, width)
          const found = await page.evaluate(findLayoutFaults)
          if (await page.evaluate(isNameOutOfLine)) found.push('Level Up does not stand over the text')
          // Colours are the same at every width.
          if (width === 320) found.push(...(await unreadable(page)))
          const name = `${file.replace(/\W+/g, '-')}-${width}-${colorScheme}`
          faults.push(...found.map((fault) => `${name}: ${fault}`))
          await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })
        }
      }
    }
    expect(faults).toEqual([])
  })

/** Whether our name begins elsewhere than the title under it. */
function isNameOutOfLine(): boolean {
  const [name = 0, title = 0] = ['.bar', 'h1'].map((place) => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(place)!)
    return range.getBoundingClientRect().left
  })
  return Math.abs(name - title) > 1
}

function htmlOf(file: string): string {
  const wire = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\n', '\r\n')
  return flatParts(parseMime(wire)).find(({ type }) => type === 'text/html')!.text
}

/** Text without enough contrast, and what else readers could not make out. */
async function unreadable(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}
