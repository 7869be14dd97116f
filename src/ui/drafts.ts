/** Drops what this tab kept of unfinished forms and of messages that were not sent: the next person is somebody else. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (/^(draft|unsent):/.test(key)) sessionStorage.removeItem(key)
}
