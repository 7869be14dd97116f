import { enableCompileCache } from 'node:module'
import { root } from './server/root.ts'

// What `npm run build` has compiled of the bundle it makes of this file.
enableCompileCache(`${root}/dist/compiled`)
import('./start.ts').then(({ start }) => start({ pages: 'built' }))
