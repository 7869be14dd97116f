const { readdirSync } = require('node:fs')

/** The architecture's line: a noun uses those to its left, never those to its right. */
const line = [
  'notifications',
  'accounts',
  'audit',
  'coaches',
  'schedule',
  'bookings',
  'payments',
  'checkout',
  'applications',
  'messages',
  'sessions',
  'ratings',
  'stories',
  'contacts',
  'insights',
  'desk',
  'privacy',
]
const parts = ['features', 'shell', 'screens', 'web', 'ui', 'shared', 'platform', 'providers', 'sandbox', 'demo']

const foldersOf = (path) =>
  readdirSync(`${__dirname}/${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
const unknown = [
  ...foldersOf('src').filter((name) => !parts.includes(name)),
  ...foldersOf('src/features').filter((name) => !line.includes(name)),
]
if (unknown.length) throw new Error(`${unknown.join(', ')}: dependency-cruiser.cjs does not know where it stands`)

const test = '\\.test\\.tsx?$'
const browser = '^src/(screens|shell|ui|shared)/|^src/web/(?!server/)|^src/features/[^/]+/(web/|[^/]+$)'
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-circles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
    ...line
      .slice(0, -1)
      .map((name, i) =>
        forbid(
          `${name}-looks-left`,
          'A noun uses only the nouns to its left in the line.',
          { path: `^src/features/${name}/`, pathNot: test },
          { path: `^src/features/(${line.slice(i + 1).join('|')})/` },
        ),
      ),
    forbid(
      'browser-never-reaches-server',
      'The browser talks to the server through contracts only.',
      { path: browser, pathNot: test },
      {
        path: '^src/features/[^/]+/server/|^src/web/server/|^src/(platform|providers|sandbox|demo)/|^src/[^/]+\\.ts$|^tests/',
      },
    ),
    forbid(
      'noun-root-is-pure',
      'Contracts, rules and events are loaded by both sides: only zod, shared and other roots, and what reads phone numbers in one file.',
      { path: '^src/(features/[^/]+/[^/]+$|shared/)', pathNot: [test, '^src/shared/phone-number\\.ts$'] },
      { pathNot: '^(src/(shared/|features/[^/]+/[^/]+$)|node_modules/zod/)' },
    ),
    forbid(
      'nouns-meet-at-the-front-door',
      'Across nouns only server/<noun>.ts, table.ts (joins and foreign keys), the roots and web/ are open.',
      { path: '^src/features/([^/]+)/', pathNot: test },
      {
        path: '^src/features/([^/]+)/server/',
        pathNot: ['^src/features/$1/', '^src/features/([^/]+)/server/(\\1|table)\\.ts$'],
      },
    ),
    forbid(
      'only-web-imports-screens',
      'Screens come together in web/ alone.',
      { path: '^src/(?!web/|screens/)', pathNot: test },
      { path: '^src/screens/' },
    ),
    forbid(
      'screens-stand-alone',
      'A screen imports no other screen.',
      { path: '^src/screens/([^/]+)/', pathNot: test },
      { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    ),
    forbid(
      'web-is-on-top',
      'What web/ puts together knows nothing of it.',
      { path: '^src/(screens|shell|features)/', pathNot: test },
      { path: '^src/web/' },
    ),
    forbid(
      'features-know-no-shell',
      'The header, footer and frames know features, never the other way round.',
      { path: '^src/features/', pathNot: test },
      { path: '^src/shell/' },
    ),
    forbid(
      'base-knows-no-noun',
      'platform, providers, ui and shared hold no business.',
      { path: '^src/(platform|providers|ui|shared)/', pathNot: test },
      { path: '^src/(features|shell|screens|web)/' },
    ),
    forbid(
      'sdks-stay-outside',
      'Stripe and SMTP are spoken only in src/providers; the sandbox speaks the other side, and tests both.',
      { path: '^src/', pathNot: ['^src/(providers|sandbox)/', test] },
      { path: 'node_modules/(stripe|twilio|nodemailer)/' },
    ),
    forbid(
      'telemetry-loads-dynamically',
      'OpenTelemetry costs memory and time: one folder names it, and is loaded when it is asked for.',
      { path: '^src/', pathNot: ['^src/platform/telemetry/opentelemetry/', test] },
      {
        path: 'node_modules/@opentelemetry/|^src/platform/telemetry/opentelemetry/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'stand-ins-load-dynamically',
      'Sandbox, demo and tests never reach production code by a plain import.',
      { path: '^src/', pathNot: ['^src/(sandbox|demo)/', test] },
      { path: '^src/(sandbox|demo)/|^tests/', dynamic: false, dependencyTypesNot: ['type-only'] },
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
