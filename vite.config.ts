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
  /src\/(ui\/(\w+\/)?(app-link|button|badge|panel|alert|skeleton|spinner|class-names|call-api|toast|use-search|lazy-dialog|dialog-shell|use-back|lazy-page)\.|shell\/(site-(frame|header|footer|entry|sections)|wordmark)\.|features\/(checkout\/web\/pending-booking|accounts\/web\/use-account|(coaches|ratings|stories)\/web\/queries)\.|shared\/(define-call|first-calls|must)\.)|lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared|icons\/(x|menu|crown|star)\.)/

/** What a coach's card and page share with the home page, for the same reason. */
const coachCards =
  /src\/features\/(coaches\/(ranks|web\/(specialties|coach-portrait|gamer-avatar|game-badge|rank-rungs))|ratings\/web\/stars|bookings\/(services|rules|web\/(session-time|picker\/free-hours-query))|checkout\/web\/coach-offer)\.|lucide-react\/dist\/esm\/icons\/trophy\./

/** A chunk of its own, or it would be packed together with what pages without forms need. */
const zod = /node_modules\/zod\//

/** Stays out of the server's bundle: native code, and what few processes need, and those later than at their start. */
const apart = ['@node-rs/argon2', 'fontkit', 'sharp', 'twilio', 'vite']

/** Where `vite build --app` writes; another folder lets a running server keep its files until the new ones are whole. */
const outDir = process.env.OUT_DIR ?? 'dist'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), tailwind(), precompress()],
  resolve: {
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
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
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            'entry-server': 'src/web/server/entry-server.tsx',
            'draw-photo': 'src/features/coaches/server/draw-photo.ts',
            'draw-share-picture': 'src/web/server/pictures/draw-share-picture.ts',
          },
          // Flat, since src/platform/root.ts counts folders.
          output: { chunkFileNames: '[name]-[hash].js' },
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
    async writeBundle({ dir = '' }, files) {
      const texts = Object.entries(files).filter(([name]) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async ([name, file]) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(content, { params }))
          await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
