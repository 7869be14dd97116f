import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** Packages every page needs: one chunk that stays in the browser's cache while our own code changes. */
const everyPage = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack\/(react-query|query-core))\//
/** Not these: only rooms and dialogs use them. */
const roomsOnly =
  /@tanstack\/.*\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries)\./

/** Small modules of ours in every page's first load, and what is sold and when: apart, each would cost a request and compress badly. */
const everyPageOfOurs =
  /src\/(ui\/(\w+\/)?(app-link|button|skeleton|plain-icons|use-hydrated|later-part|spinner|class-names|call-api|toast|use-online|use-search|lazy-dialog|dialog-shell|use-back|lazy-page)\.|shell\/(site-(frame|header|footer|entry|sections)|wordmark)\.|features\/(checkout\/web\/(pending-booking|lazy-booking-dialog)|accounts\/web\/use-account|(coaches|payments|ratings|stories)\/web\/(directory\/)?(coaches|directory|seller|ratings|stories)-query)\.|shared\/(define-call|first-calls|must|times|session-times|memoise)\.|features\/bookings\/(services|web\/picker\/use-next-free-hours)\.|features\/accounts\/web\/reader-zone\.)/

/** The home page's first screen, with what it shares with the rest of that page. */
const firstScreen = /src\/screens\/home\/(home|home-actions|wanted-game|soonest|hero\/(hero|hero-news))\./

/** What a coach's card and page share with the rest of the home page, for the same reason. */
const coachCards =
  /src\/(features\/(coaches\/(ranks|web\/(coach-portrait|gamer-avatar|game-badge|specialties))|ratings\/web\/stars|checkout\/web\/coach-offer|bookings\/web\/picker\/free-hours-query)|screens\/coaches\/breadcrumb|shared\/languages|ui\/(\w+\/)?(badge|panel|alert|field|problems|search-input|empty-state|side-row))\.|lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared|icons\/(trophy|x|star|chevron-down|search|users|plus|check)\.)/

/** What the home page's line-up and the directory share, for the same reason. */
const lineUp =
  /src\/features\/(coaches\/web\/(coach-card|directory\/coach-filter)|bookings\/web\/picker\/(next-free-hour|free-time-select))\./

/** The directory, for the same reason. */
const directory =
  /src\/(screens\/coaches\/directory\/(?!nobody-suits)|features\/coaches\/web\/directory\/directory-filter\.)/

/** What rooms show first: on a slow line each file costs more than its bytes. */
const roomParts =
  /src\/(ui\/(controls\/(tabs|menu)|lists\/(show-count|use-focus-hand-over))|shell\/(unread-count|site-rooms)|features\/(coaches\/web\/(own-query|use-is-coach)|messages\/web\/(threads-query|staff-mark)|accounts\/web\/confirm|sessions\/(outcomes|web\/(session-states-query|outcome-words|question-card))|bookings\/(meeting|replays|web\/(coach-sessions-query|owed-words)))|screens\/coach-dashboard\/(chats\/(back-to-list|client-sessions)|loaded))\.|@tanstack\/.*\/(mutationObserver|useMutation)\.|lucide-react\/dist\/esm\/icons\/headset\./

/** A chunk of its own, or a coach's page would load all that rooms need, since these need it, too. */
const termsOfSale = /src\/features\/bookings\/rules\./

/** Small modules that rooms, forms and dialogs share: each file more is one to wait for. */
const roomWords =
  /src\/(features\/(bookings\/(group-words|life-cycle|claims|web\/(picker\/day-word|refusal-text|refund-on-its-way|stored-booking|my-sessions\/my-session-clock))|coaches\/(web\/)?own-hours|checkout\/web\/choice)|ui\/(use-now|controls\/form|feedback\/load-failed)|shared\/(money|text\/sentences))\.|lucide-react\/dist\/esm\/icons\/(arrow-left|clock|shield-check)\./

/** What every dialog is made of. */
const dialogs =
  /node_modules\/(@radix-ui\/(react-(dialog|focus-scope|focus-guards|id|dismissable-layer|presence|slot|portal|primitive|context|compose-refs|use-\w+(-\w+)*)|primitive)|aria-hidden|@tanstack\/.*\/(queriesObserver|useQueries)\.)|src\/ui\/controls\/dialog\./

/** How an hour is picked and its player is reached: to book, to move, to choose anew. */
const picker =
  /src\/features\/(bookings\/web\/(picker\/(hour-picker|offer-lines|radio-tile|nearest-hours)|my-sessions\/my-session-query)|accounts\/web\/(agreement|zone-options)|notifications\/web\/phone-field)\./

/** Chunks of their own, or they would be packed together with what pages without forms need. */
const zod = /node_modules\/zod\//
const fields = /src\/shared\/(fields|plain-errors|our-name)\./

/** What the commonest calls say. */
const calls =
  /src\/(shared\/(phone|time-fields|zones|papers)|features\/((coaches|bookings|payments)\/contract|bookings\/hours-contract|payments\/problem-kinds|accounts\/profile-contract))\./

/** Stays out of the server's bundle: native code, and what few processes need, and those later than at their start. */
const apart = ['@node-rs/argon2', 'fontkit', 'sharp', 'twilio', 'vite']

/** Where `vite build --app` writes; another folder lets a running server keep its files until the new ones are whole. */
const outDir = process.env.OUT_DIR ?? 'dist'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), tailwind(), putScriptInHtml(), nameFirstFiles(), precompress()],
  resolve: {
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  // Without it React's development build would be bundled whenever NODE_ENV is unset.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: notLoadedYet },
    emptyOutDir: true,
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        rolldownOptions: {
          output: {
            // Code that is loaded later names its files: the shorter, the lighter.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                // Of two groups the higher one has a module, with all that it imports.
                // What starts React must not wait for it.
                { name: 'boot', test: /hydrated-event|missing-code|when-idle|vite\/preload-helper/, priority: 5 },
                { name: 'vendor', test: (id) => everyPage.test(id) && !roomsOnly.test(id), priority: 4 },
                { name: 'terms-of-sale', test: termsOfSale, priority: 4 },
                { name: 'site', test: everyPageOfOurs, priority: 3 },
                { name: 'home', test: firstScreen, priority: 3 },
                { name: 'coach-cards', test: coachCards, priority: 3 },
                { name: 'line-up', test: lineUp, priority: 3 },
                { name: 'directory', test: directory, priority: 3 },
                { name: 'room-words', test: roomWords, priority: 3 },
                { name: 'zod', test: zod, priority: 3 },
                { name: 'fields', test: fields, priority: 3 },
                { name: 'calls', test: calls, priority: 2 },
                { name: 'dialogs', test: dialogs, priority: 2 },
                { name: 'picker', test: picker, priority: 1 },
                { name: 'rooms', test: roomParts },
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
          // Flat, since src/platform/root.ts counts folders. The process keeps its source in memory: 4 MB of it were comments.
          output: { chunkFileNames: '[name]-[hash].js', comments: false },
        },
      },
    },
  },
}))

/** What code that is loaded later needs beside itself: not what every page has begun with, whose names would only weigh. */
function notLoadedYet(_file: string, needed: string[]): string[] {
  return needed.filter((name) => !/\/(rolldown-runtime|vendor|boot|site)-[\w-]{7}\.js$/.test(name))
}

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

/** Puts `in-html.ts`, with what it imports, into the HTML itself. */
function putScriptInHtml(): Plugin {
  const input = join(import.meta.dirname, 'src/web/in-html.ts')
  const tag = '<script type="module" src="/src/web/in-html.ts"></script>'
  return {
    name: 'put-script-in-html',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const rolldownOptions = { input, output: { format: 'iife' as const } }
        const built = await build({ configFile: false, logLevel: 'warn', build: { write: false, rolldownOptions } })
        if (!('output' in built)) throw new Error('More or less than one bundle')
        return html.replace(tag, () => `<script>${built.output[0].code}</script>`)
      },
    },
  }
}

/** What `boot.ts` starts where somebody waits, and what that imports, is named in index.html: else one would wait for another. */
function nameFirstFiles(): Plugin {
  const isStarted = (id: string | null) => id !== null && /\/web\/(entry-client\.tsx|rooms\.ts)$/.test(id)
  return {
    name: 'name-first-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = new Set<string>()
        const add = (file: string) => {
          const chunk = bundle[file]
          if (files.has(file) || chunk?.type !== 'chunk') return
          files.add(file)
          for (const imported of chunk.imports) add(imported)
        }
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && isStarted(chunk.facadeModuleId)) add(chunk.fileName)
        return [...files].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }))
      },
    },
  }
}
