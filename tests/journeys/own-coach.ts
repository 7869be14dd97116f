import { Client } from 'pg'
import { coachRules } from '#src/features/coaches/coach-rules.ts'
import { embeddedPostgresUrl } from '#src/platform/database/embedded-postgres.ts'
import { letters } from '#tests/support/letters.ts'
import { callsTo, type Player } from './by-call.ts'

/** Somebody with an account who coaches, day and night: nobody else's journey books them, since packages begin with Fortnite and any coach. `isFirst`: of those without a rating, however many others there are. Gives who logs in, and the coach's id. */
export async function aCoachOfOwn(
  url: string,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<Player & { coachId: string }> {
  const player = await callsTo(url).signUp(`Coach ${letters()}`)
  const coachId = crypto.randomUUID().replace(/^\w+/, (any) => (isFirst ? '00000000' : any))
  const client = new Client(embeddedPostgresUrl(process.env.E2E_DATA_DIR!)!)
  await client.connect()
  try {
    await client.query('update users set email_verified_at = now() where email = $1', [player.email])
    await client.query(
      `insert into coaches (id, user_id, slug, name, title, description, game_expertise, current_rank, discord_username, hours_confirmed_at, rules_version, rules_accepted_at)
        select $1, id, $3, name, 'Rocket League coach', 'Calm, clear sessions that fix one thing at a time.', '{rocket-league}', 'Supersonic Legend', 'calm.pilot', now(), $4, now()
        from users where email = $2`,
      [coachId, player.email, coachId, coachRules.version],
    )
    await client.query(`insert into availability (coach_id, zone) values ($1, 'UTC')`, [coachId])
    await client.query(
      `insert into weekly_hours (id, coach_id, weekday, opens, closes)
        select gen_random_uuid(), $1, day, 0, 1440 from generate_series(1, 7) day`,
      [coachId],
    )
  } finally {
    await client.end()
  }
  return { ...player, coachId }
}
