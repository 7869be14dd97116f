import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Packages every page needs: one chunk that stays in the browser's cache while our own code changes. */
const everyPage = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack\/(react-query|query-core))\//
/** Not these: only rooms and dialogs use them. */
const roomsOnly = /@tanstack\/.*\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\./

/** Small modules of ours in every page's first load: apart, each would cost a request and compress badly. */
const everyPageOfOurs =
  /src\/(ui\/(app-link|button|badge|panel|alert|skeleton|spinner|class-names|call-api|toast|use-search|lazy-dialog|dialog-shell|use-back)\.|pages\/(site-(frame|header|footer|entry|sections)|wordmark|page-exists|booking\/pending-booking)|accounts\/web\/session|web\/lazy-page|shared\/define-call|(coaches|ratings|stories)\/web\/queries)|lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared|icons\/(x|menu|crown|star)\.)/

/** What a coach's card and page share with the home page, for the same reason. */
const coachCards =
  /src\/(coaches\/web\/(specialties|coach-portrait|gamer-avatar|game-badge|rank-rungs)|ratings\/web\/stars|bookings\/(catalogue|web\/(session-time|free-hours-query))|coaches\/ranks|pages\/booking\/coach-offer)\.|lucide-react\/dist\/esm\/icons\/trophy\./

/** A chunk of its own, or it would be packed together with what pages without forms need. */
const zod = /node_modules\/zod\//

/** Stays out of the server's bundle: native code, and what few processes need, and those later than at their start. */
const apart = ['@node-rs/argon2', 'fontkit', 'sharp', 'twilio', 'vite']

/**
 * What pg-boss needs for calendars of jobs, and swagger to write YAML. We use neither (`server/jobs.ts` asks by period), and
 * they would take 4 MB of every process.
 */
const leftOut = ['cron-parser', 'rrule-temporal', 'yaml']

/** Where `vite build --app` writes; another folder lets a running server keep its files until the new ones are whole. */
const outDir = process.env.OUT_DIR ?? 'dist'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), tailwind(), precompress()],
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      ...Object.fromEntries(leftOut.map((name) => [name, join(import.meta.dirname, 'src/server/left-out.ts')])),
    },
  },
  // Without it React's development build would be bundled whenever NODE_ENV is unset.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What starts React must not wait for it.
                { name: 'boot', test: /hydrated-event|missing-code|vite\/preload-helper/, priority: 3 },
                { name: 'vendor', test: (id) => everyPage.test(id) && !roomsOnly.test(id), priority: 2 },
                { name: 'zod', test: zod, priority: 2 },
                { name: 'site', test: everyPageOfOurs, priority: 1 },
                { name: 'coach-cards', test: coachCards, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: apart } : {},
      build: {
        outDir: `${outDir}/server`,
        copyPublicDir: false,
        target: 'node26',
        // Not linked: Node would hold 80 MB to read them. `npm run where` does when somebody asks.
        sourcemap: 'hidden',
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            start: 'src/start.ts',
            'entry-server': 'src/web/entry-server.tsx',
            'draw-photo': 'src/coaches/server/draw-photo.ts',
          },
          output: {
            // As CommonJS no module of Node's own is made into an ES module, which would load all it has, a browser's fetch too.
            format: 'cjs',
            entryFileNames: '[name].cjs',
            // Flat, since src/server/root.ts counts folders.
            chunkFileNames: '[name]-[hash].cjs',
            // V8 keeps the text in memory, at two bytes a character if one of them is not Latin. Names stay for stacks.
            charset: 'ascii',
            comments: false,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
}))

/** Writes `.br` and `.gz` beside every text file of the browser's build, so that serving costs no work. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, files) {
      const texts = Object.keys(files).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const file = files[name]!
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(join(dir!, `${name}.br`), await promisify(brotliCompress)(content, { params }))
          await writeFile(join(dir!, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
