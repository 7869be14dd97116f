import path from 'node:path'

/** The checkout: this file's source lies two folders below it, as does the bundle it ends up in (`dist/server`). */
export const root = path.resolve(import.meta.dirname, '../..')
