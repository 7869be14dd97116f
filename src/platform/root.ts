import path from 'node:path'

/** The root of the checkout: this file is two folders below it, as is the bundle it ends up in (`dist/server`). */
export const root = path.resolve(import.meta.dirname, '../..')
