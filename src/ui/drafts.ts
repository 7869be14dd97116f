/**
 * Drops what this tab kept of unfinished forms, of messages that were not sent and of the booking under way: the next
 * person is somebody else.
 */
export function forgetDrafts(): void {
  sessionStorage.clear()
}
