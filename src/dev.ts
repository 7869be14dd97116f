import { registerHooks } from 'node:module'

/**
 * Drizzle's `package.json` has 178 kB, and for ES modules Node reads it again for each of Drizzle's hundreds of files: two
 * seconds and 150 MB at each start. Its CommonJS files are the same code without that.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context),
})

const { start } = await import('./start.ts')
await start({ pages: 'dev' })
