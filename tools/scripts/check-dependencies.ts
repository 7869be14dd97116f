import { readFileSync } from 'node:fs'

type Manifest = {
  allowScripts?: Record<string, boolean>
  overrides?: object
} & Partial<Record<(typeof kinds)[number], Record<string, string>>>

type Locked = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  hasInstallScript?: boolean
}

type Lock = { packages: Record<string, Locked> }

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** SPDX expressions as packages state them; `docs/licences.md` says what each asks of us. */
const allowedLicences = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR EUPL-1.1+)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'Apache-2.0 AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/**
 * What is wrong with the dependencies, one line each: versions not pinned, packages from elsewhere than npm's public
 * registry or without a checksum, licences nobody agreed to, install scripts nobody allowed, versions known to be
 * malicious (`knownBad`: name to versions).
 */
export function findFaults(manifest: Manifest, lock: Lock, knownBad: Record<string, string[]>): string[] {
  const faults: string[] = []
  for (const kind of kinds)
    for (const [name, version] of Object.entries(manifest[kind] ?? {}))
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        faults.push(`${name}: "${version}" in ${kind} is no exact version`)
  if (manifest.overrides) faults.push('overrides: they hide which versions are really used')

  const locked = lockedPackages(lock)
  if (locked.length < 100) faults.push(`package-lock.json: read almost nothing (${locked.length} packages)`)
  for (const { id, name, version, resolved, integrity, license, link, hasInstallScript } of locked) {
    // `.npmrc` leaves the addresses of npm's registry out of the lock file: whatever names one comes from elsewhere.
    if (link || resolved) faults.push(`${id}: comes from ${resolved}, not from npm's registry`)
    if (!integrity?.startsWith('sha512-')) faults.push(`${id}: has no SHA-512 checksum`)
    if (!allowedLicences.has(license ?? '')) faults.push(`${id}: its licence ${license} is on no list`)
    if (hasInstallScript && manifest.allowScripts?.[name] === undefined)
      faults.push(`${id}: has an install script; allow or refuse it by name in allowScripts`)
    if (knownBad[name]?.includes(version)) faults.push(`${id}: this version is known to be malicious`)
  }
  return faults
}

function lockedPackages({ packages }: Lock) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => {
      const name = locked.name ?? path.split('node_modules/').at(-1)!
      const version = locked.version ?? ''
      return { ...locked, name, version, id: `${name}@${version}` }
    })
}

function listLicences(lock: Lock): string {
  const lines = lockedPackages(lock).map(({ id, license }) => `${license}\t${id}`)
  return [...new Set(lines)].sort().join('\n')
}

const readJson = (path: string) => JSON.parse(readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8'))

/** `--licences` prints every package with its licence instead of checking. */
if (import.meta.main) {
  const lock = readJson('package-lock.json')
  if (process.argv.includes('--licences')) {
    console.info(listLicences(lock))
  } else {
    const faults = findFaults(readJson('package.json'), lock, readJson('tools/scripts/known-bad-versions.json'))
    for (const fault of faults) console.error(fault)
    console.info(`Dependencies: ${lockedPackages(lock).length} packages, ${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  }
}
