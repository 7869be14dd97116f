/** How many characters too many stand in a control that takes no more than its `data-max`. */
export function excessOf(control: EventTarget): number {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return 0
  const most = control.dataset.max
  return most === undefined ? 0 : Math.max(0, control.value.length - Number(most))
}

/** What a field says then. */
export function tooMany(excess: number): string {
  return `${excess.toLocaleString('en-US')} ${excess === 1 ? 'character' : 'characters'} too many. Nothing was cut.`
}
