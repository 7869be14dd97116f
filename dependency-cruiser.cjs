const { readdirSync } = require('node:fs')

/** The architecture's line: a noun may use those to its left, never those to its right. */
const line = [
  'notifications',
  'accounts',
  'audit',
  'coaches',
  'schedule',
  'bookings',
  'payments',
  'applications',
  'messages',
  'ratings',
  'stories',
  'contacts',
  'insights',
  'privacy',
]
const others = ['pages', 'web', 'ui', 'shared', 'server', 'outside', 'sandbox', 'demo', 'testing']

const folders = readdirSync(`${__dirname}/src`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const unknown = folders.filter((name) => !line.includes(name) && !others.includes(name))
if (unknown.length)
  throw new Error(`src/${unknown.join(', src/')}: say in dependency-cruiser.cjs where it stands in the line`)

const nouns = line.filter((name) => folders.includes(name))
const noun = nouns.join('|')
const test = '\\.test\\.tsx?$'
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-circles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
    ...nouns
      .slice(0, -1)
      .map((name, i) =>
        forbid(
          `${name}-looks-left`,
          'A noun uses only the nouns to its left in the line.',
          { path: `^src/${name}/`, pathNot: test },
          { path: `^src/(${nouns.slice(i + 1).join('|')})/` },
        ),
      ),
    forbid(
      'browser-never-reaches-server',
      'The browser talks to the server through contracts only.',
      {
        path: `^src/((${noun})/web|pages|ui|shared|web)/|^src/(${noun})/[^/]+$`,
        pathNot: [test, '^src/web/(server|built-pages|dev-pages|page-cache|pictures/(lettering|routes))\\.ts$'],
      },
      { path: `^src/((${noun})/server|server|outside|sandbox|demo|testing)/|^src/(app|start)\\.ts$` },
    ),
    forbid(
      'noun-root-is-pure',
      'Contracts, catalogues and events are loaded by both sides: only zod, shared and other roots.',
      { path: `^src/((${noun})/[^/]+$|shared/)`, pathNot: test },
      { pathNot: `^(src/(shared/|(${noun})/[^/]+$)|node_modules/zod/)` },
    ),
    forbid(
      'nouns-meet-at-the-front-door',
      'Across nouns only server/<noun>.ts, table.ts (joins and foreign keys), the roots and web/ are open.',
      { path: `^src/(${noun})/`, pathNot: test },
      { path: `^src/(${noun})/server/`, pathNot: ['^src/$1/', `^src/(${noun})/server/(\\1|table)\\.ts$`] },
    ),
    forbid(
      'base-knows-no-noun',
      'server, outside, ui and shared hold no business.',
      { path: '^src/(server|outside|ui|shared)/', pathNot: test },
      { path: `^src/(${noun}|pages|web)/` },
    ),
    forbid(
      'sdks-stay-outside',
      'Stripe and SMTP are spoken only in src/outside; the sandbox speaks the other side, and tests both.',
      { path: '^src/', pathNot: ['^src/(outside|sandbox|testing)/', test] },
      { path: 'node_modules/(stripe|twilio|nodemailer)/' },
    ),
    forbid(
      'telemetry-loads-dynamically',
      'OpenTelemetry costs memory and time: only src/server/seeing.ts and its parts name it, and they are loaded when they are asked for.',
      { path: '^src/', pathNot: ['^src/server/seeing(-work|-gauges)?\\.ts$', test] },
      {
        path: 'node_modules/@opentelemetry/|^src/server/seeing\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'stand-ins-load-dynamically',
      'Sandbox, demo and testing never reach production code by a plain import.',
      { path: '^src/', pathNot: ['^src/(sandbox|demo|testing)/', test] },
      { path: '^src/(sandbox|demo|testing)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
