import { start } from './start.ts'

// Not awaited: parts of the bundle that are loaded later may need this file, which would then wait for itself.
void start({ pages: 'built' })
