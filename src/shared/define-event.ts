/** Something a noun tells the nouns to its right. `Data` must survive JSON. */
export type EventKind<Data extends object> = { readonly name: string; readonly data?: Data }

/** Names an event; its listeners are registered in `app.ts`. */
export function defineEvent<Data extends object>(name: string): EventKind<Data> {
  return { name }
}
