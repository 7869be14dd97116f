import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFaults } from '#tools/scripts/check-dependencies.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const knownBad = JSON.parse(readFileSync('tools/scripts/known-bad-versions.json', 'utf8'))

const good = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }

/** The faults after one package joined ours. */
const faultsWith = (name: string, locked: object) =>
  findFaults(manifest, { packages: { ...lock.packages, [`node_modules/${name}`]: { ...good, ...locked } } }, knownBad)

test('what we depend on is in order', () => {
  expect(findFaults(manifest, lock, knownBad)).toEqual([])
  expect(faultsWith('a-new-one', {})).toEqual([])
})

test.each([
  '^1.0.0',
  '~1.0.0',
  '1.x',
  '*',
  'latest',
  'github:a/b',
  'file:../b',
  'npm:other@1.0.0',
  'https://x.example/b',
])('the version %s is refused: not exact, or not from the registry', (version) => {
  const dependencies = { ...manifest.dependencies, b: version }
  expect(findFaults({ ...manifest, dependencies }, lock, knownBad)).toEqual([
    `b: "${version}" in dependencies is no exact version`,
  ])
})

test.each([
  ['event-stream', { version: '3.3.6' }, 'known to be malicious'],
  ['some-tool/node_modules/chalk', { version: '5.6.1' }, 'known to be malicious'],
  ['alias', { name: 'axios', version: '1.14.1' }, 'known to be malicious'],
  ['b', { resolved: 'git+ssh://git@github.com/a/b.git#1' }, 'not from npm'],
  ['b', { resolved: 'https://packages.example/b/-/b-1.0.0.tgz' }, 'not from npm'],
  ['b', { link: true }, 'not from npm'],
  ['b', { integrity: 'sha1-x' }, 'no SHA-512'],
  ['b', { integrity: undefined }, 'no SHA-512'],
  ['b', { license: 'AGPL-3.0' }, 'licence'],
  ['b', { license: undefined }, 'licence'],
  ['b', { hasInstallScript: true }, 'install script'],
])('a locked %s with %o is refused', (name, locked, fault) => {
  expect(faultsWith(name, locked)).toEqual([expect.stringContaining(fault)])
})

test('a lock file that says almost nothing is no proof', () => {
  expect(findFaults(manifest, { packages: {} }, {})).toEqual([expect.stringContaining('almost nothing')])
})

test('npm itself refuses install scripts that nobody decided about', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
})
