import type { Page, Route } from '@playwright/test'
import { routeUntil } from './route-until.ts'

/** The stream that brings new messages to open pages. */
export const stream = '**/api/messages/live**'
const lists = /\/api\/messages\/(?!live)/

/** Runs `act` while the chats of this page hear by their stream alone: what they ask for waits until it is over. */
export async function byStreamAlone(page: Page, act: () => Promise<void>): Promise<void> {
  const asked: Route[] = []
  const letThrough = await routeUntil(page, lists, (route) =>
    route.request().method() === 'GET' ? void asked.push(route) : route.fallback(),
  )
  await act()
  letThrough()
  for (const route of asked) await route.continue()
}
