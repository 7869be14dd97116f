/** Ctrl-C and SIGTERM end a drill with 130, but only after `cleanUp`; the second time at once. */
export function onInterrupt(cleanUp: () => Promise<unknown>): void {
  const end = () => void cleanUp().finally(() => process.exit(130))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
