import { createRequire } from 'node:module'
import { Invalid } from '#src/platform/http/errors.ts'
import { games } from '#src/shared/games.ts'

/**
 * Words that somebody who wants into an account here tries first: the business, its games and their makers, what people
 * do here, and the roles.
 */
const ourWords = [
  ...['levelup', 'levelupcoaching', 'psyonix', 'epicgames', 'epic'],
  ...Object.values(games).flatMap(({ label }) => [label, ...label.split(' ')].map(lettersOf)),
  ...['coach', 'coaches', 'coaching', 'player', 'players', 'gamer', 'gaming', 'owner', 'admin', 'administrator'],
  ...['supersonic', 'octane', 'champion', 'grandchamp', 'unreal', 'battleroyale', 'victoryroyale'],
]

let leaked: Set<string> | undefined

/**
 * Some 40,000 passwords that people use and that leaked again and again. The package's list as it is, which is read in 20
 * ms; its code takes three times that to unpack it. Read when first needed, since few need it.
 */
export function leakedPasswords(): Set<string> {
  leaked ??= new Set(createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json') as string[])
  return leaked
}

/**
 * Throws `Invalid` for a new password that attackers try first, capitals aside: one of those everybody knows, or just a
 * word of ours or the person's own e-mail or name (`about`), whatever digits and signs are put to it.
 */
export function refuseEasyPassword(password: string, ...about: string[]): void {
  const parts = about.flatMap((text) => [text, ...text.split(/[\s@]/)])
  const words = new Set([...ourWords, ...parts.map(lettersOf).filter((word) => word.length > 2)])
  const isEasy = words.has(lettersOf(password)) || leakedPasswords().has(password.toLowerCase())
  if (isEasy) throw new Invalid({ password: 'That one is easy to guess. Try three words that do not belong together.' })
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/\P{L}/gu, '')
}
