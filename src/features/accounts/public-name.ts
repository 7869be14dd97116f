/**
 * What everybody may read of an account's name, beside a review or a story: its first word, which is a gamer tag or a
 * first name; many players are minors. Null: the account was deleted.
 */
export function publicName(name: string | null): string {
  return name?.trim().split(/\s+/)[0] || 'A former player'
}
