import type { Locator, Page } from '@playwright/test'
import type { Role } from './world.ts'

/** What is pressed on a page that has come to rest; whatever comes before it is done first. */
export type Target = (page: Page) => Locator | Promise<Locator>
export type Press = { name: string; as: Role; path: string; target: Target }

/** The presses of somebody on a page. */
export function on(as: Role, path: string, targets: Record<string, Target>): Press[] {
  return Object.entries(targets).map(([what, target]) => ({
    name: `${as}, ${nameOf(path)}, ${what}`,
    as,
    path,
    target,
  }))
}

/** A path without what is another one in each run. */
export function nameOf(path: string): string {
  return path
    .replace(/\?redirect_status.*/, '')
    .replace(/[\da-f]{8}-[-\da-f]{27}/, 'ID')
    .replace(/=[^=]*@.*/, '')
}

export const button = byRole('button')
export const link = byRole('link')
export const tab = byRole('tab')
export const radio = byRole('radio')
export const checkbox = byRole('checkbox')

function byRole(role: 'button' | 'link' | 'tab' | 'radio' | 'checkbox') {
  return (name: string | RegExp) => (page: Page) =>
    page.getByRole(role, { name, disabled: false }).filter({ visible: true }).first()
}

/** After these words were typed, each into the field of its name. */
export function typed(fields: Record<string, string>, target: Target): Target {
  return async (page) => {
    for (const [label, words] of Object.entries(fields)) await page.getByLabel(label).first().fill(words)
    return target(page)
  }
}

/** After another press, whose answer has come. */
export function after(first: Target, target: Target): Target {
  return async (page) => {
    await (await first(page)).click()
    const pressed = await target(page)
    await pressed.waitFor()
    return pressed
  }
}
