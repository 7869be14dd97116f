import { Client } from 'pg'
import { demoPassword } from '#src/demo/a-user.ts'
import { hashPassword } from '#src/features/accounts/server/sign-in/passwords.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { services } from '#src/features/bookings/services.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate } from '#src/platform/database/migrate.ts'

/**
 * `DATA_DIR=folder npm run bench:grow [-- --scale=0.01 --users=5000 --coaches=2000]`, or with DATABASE_URL: fills the app's database (PostgreSQL 18) with a
 * business of 100,000 accounts, 2,000 of them coaches, and 1,000,000 bookings with 5,000,000 messages. All of it or nothing; once only.
 * Everybody's password is that of the demo.
 */
const fullSize = { users: 100_000, coaches: 2_000, bookings: 1_000_000, messagesEach: 5 }

/** The size at a scale; every coach has 500 bookings at any, so what belongs to one person stays the same. */
function sizeAt(scale: number): typeof fullSize {
  const part = (count: number) => Math.max(2, Math.round(count * scale))
  return {
    users: part(fullSize.users),
    coaches: part(fullSize.coaches),
    bookings: part(fullSize.bookings),
    messagesEach: fullSize.messagesEach,
  }
}

/** Fills the migrated database at `url`. Throws when that was done before. */
async function grow(url: string, size: typeof fullSize): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(`select 1 from users where email = 'player-1@grown.test'`)
    if (rows.length > 0) throw new Error('This database was filled before.')
    await client.query('begin')
    await client.query(`set local timezone = 'UTC'`)
    const passwordHash = await hashPassword(demoPassword)
    for (const [step, statement] of Object.entries(statements(size, passwordHash))) {
      const began = performance.now()
      const { rowCount } = await client.query(statement)
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      console.info(`${step.padEnd(16)}${String(rowCount).padStart(10)} rows ${seconds.padStart(8)} s`)
    }
    await client.query('commit')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Bytes of the whole database, and of its biggest tables with their indexes. */
async function sizes(url: string): Promise<Record<string, { rows: number; MB: number; 'bytes a row': number }>> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client
    .query(`select relname as name, greatest(reltuples, 1)::int as rows, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc limit 10`)
    .finally(() => client.end())
  return Object.fromEntries(
    rows.map(({ name, rows, bytes }) => [
      name,
      { rows, MB: Math.round(bytes / 1e6), 'bytes a row': Math.round(bytes / rows) },
    ]),
  )
}

/**
 * Bookings go back from ten days ahead, four a day and coach, so that no two of a coach overlap and free hours are left, at
 * other hours for each third of the coaches. Each booking was made ten days before, so that every day sold as many.
 * One in 19 was cancelled and paid back; of the past ones, one in 29 was missed and the others took place: numbers that
 * share no divisor with 2,000 coaches, so that each has some of all. Coaches were paid their share until 30 days ago, every 30
 * days. Payments have ids as random as Stripe's.
 */
function statements(size: typeof fullSize, passwordHash: string): Record<string, string> {
  const players = size.users - size.coaches
  const perCoach = Math.ceil(size.bookings / size.coaches)
  const offers = services
    .slice(0, 3)
    .map(({ id, name, minutes, price }, i) => `(${i}, '${id}', '${name}', ${minutes}, ${price / 100})`)
  return {
    'who is there': `create temp table person on commit drop as
      select n, uuidv7(interval '-200 days') as id, n > ${players} as coaches,
        case when n > ${players} then uuidv7(interval '-200 days') end as coach_id,
        case when n > ${players} then 'GrownCoach' || (n - ${players}) else 'Player ' || n end as name,
        case when n > ${players} then 'coach-' || (n - ${players}) else 'player-' || n end || '@grown.test' as email
      from generate_series(1, ${size.users}) n`,
    'what was booked': `create temp table booked on commit drop as
      with offer (i, service_id, service_name, minutes, price) as (values ${offers}),
      place as (
        select n, n / ${size.coaches} as k, n % ${size.coaches} as c
        from generate_series(0, ${size.bookings - 1}) n
      ), timed as (
        select *, current_date + 10 - k / 4 as day, make_time((9 + 3 * (k % 4) + c % 3)::int, 0, 0) as hour from place
      ), started as (
        select *, (day + hour) at time zone 'America/New_York' as starts_at from timed
      )
      select started.n, offer.*, to_char(day, 'YYYY-MM-DD') as session_date, to_char(hour, 'HH24:MI') as session_time, starts_at,
        starts_at + make_interval(mins => minutes) as ends_at, least(starts_at - interval '10 days', now()) as made_at,
        case when started.n % 19 = 7 then 'cancelled' when starts_at + make_interval(mins => minutes) > now() then 'confirmed'
          when started.n % 29 = 1 then 'no_show' else 'completed' end as status,
        coach.coach_id, coach.id as coach_user, coach.name as coach_name, coach.email as coach_email,
        player.id as player_id, player.name as player_name, player.email as player_email,
        uuidv7(least(starts_at - interval '10 days', now()) - now()) as id, uuidv7() as slot_id, uuidv7() as seat_id,
        uuidv7() as order_id, uuidv7() as thread_id,
        'pi_grown_' || left(translate(encode(sha256(started.n::text::bytea), 'base64'), '+/=', ''), 24) as payment_id
      from started
        join offer on offer.i = started.n % 3
        join person coach on coach.n = ${players} + 1 + c
        join person player on player.n = 1 + (started.n::bigint * 7919 + k * 104729) % ${players}`,
    'their figures': 'analyze person, booked',
    users: `insert into users (id, email, name, password_hash, email_verified_at, created_at)
      select id, email, name, '${passwordHash}', now() - interval '200 days', now() - interval '200 days' from person`,
    coaches: `insert into coaches (id, user_id, slug, name, title, description, game_expertise, current_rank, total_students, average_rating, rating_count, total_hours, languages, specialties, counted_at)
      select coach_id, id, lower(name), name, 'Rocket League coach', 'Calm, clear sessions that fix one thing at a time.',
        case n % 3 when 0 then '{rocket-league,fortnite}' when 1 then '{fortnite}' else '{rocket-league}' end::text[], 'Grand Champion II', 100, 4.50, 100, ${perCoach},
        case n % 7 when 0 then '{en,de}' else '{en}' end::text[],
        case n % 3 when 1 then '{Edits,Box fights,Aim}' else '{Rotation,Air dribbles,1v1}' end::text[], now()
      from person where coaches`,
    slots: `insert into slots (id, coach_id, during, capacity, created_at)
      select slot_id, coach_id, tstzrange(starts_at, ends_at), 1, made_at from booked where status <> 'cancelled'`,
    seats: `insert into seats (id, slot_id, capacity, seat_no, player_id, created_at)
      select seat_id, slot_id, 1, 1, player_id, made_at from booked where status <> 'cancelled'`,
    bookings: `insert into bookings (id, player_id, customer_name, customer_email, coach_id, coach_name, service_id, service_name, minutes,
        session_date, session_time, zone, starts_at, ends_at, price, refund_due, refunded, payment_id, seat_id, status, capacity, includes, terms, created_at)
      select id, player_id, player_name, player_email, coach_id, coach_name, service_id, service_name, minutes,
        session_date, session_time, 'America/New_York', starts_at, ends_at, price,
        case when status = 'cancelled' then price else 0 end, case when status = 'cancelled' then price else 0 end,
        payment_id, case when status <> 'cancelled' then seat_id end, status, 1, '', '${JSON.stringify(currentPolicy)}', made_at
      from booked`,
    orders: `insert into orders (id, player_id, status, service_id, service_name, capacity, includes, terms, wanted_coach_id, coach_id, game, amount, refunded, session_date, session_time,
        starts_at, minutes, held_until, seat_id, intent_id, contact_name, contact_email, settled_at, receipt_number, booking_id, created_at)
      select order_id, player_id, 'booked', service_id, service_name, 1, '', '${JSON.stringify(currentPolicy)}', coach_id, coach_id, '{rocket-league,fortnite}'::text[], price, case when status = 'cancelled' then price else 0 end,
        session_date, session_time, starts_at, minutes, made_at, case when status <> 'cancelled' then seat_id end, payment_id,
        player_name, player_email, made_at,
        to_char(made_at, 'YYYY-') || lpad(row_number() over (partition by to_char(made_at, 'YYYY') order by made_at, id)::text, 6, '0'), id, made_at
      from booked`,
    receipts: `insert into receipt_numbers (year, last)
      select left(receipt_number, 4)::int, count(*) from orders where receipt_number is not null group by 1`,
    refunds: `insert into refunds (id, order_id, cause, cause_id, amount, status, provider_id, created_at)
      select uuidv7(), order_id, 'cancelled', id, price, 'done', 're_grown_' || n, least(made_at + interval '1 day', now())
      from booked where status = 'cancelled'`,
    history: `insert into booking_history (id, booking_id, act, actor_id, actor_role, created_at)
      select uuidv7(made_at - now()), id, 'booked', player_id, 'player', made_at from booked
      union all
      select uuidv7(), id, case status when 'completed' then 'complete' when 'no_show' then 'no-show' else 'cancel' end,
        case when status = 'cancelled' then player_id else coach_user end,
        case when status = 'cancelled' then 'player' else 'coach' end, least(ends_at, now())
      from booked where status <> 'confirmed'`,
    ratings: `insert into ratings (id, booking_id, user_id, coach_id, coach_name, rating, review, game, is_approved, created_at)
      select uuidv7(ends_at - now()), id, player_id, coach_id, coach_name, 4 + n % 2, 'Clear, patient, and it worked.', '{rocket-league}'::text[],
        n % 49 <> 0, ends_at
      from booked where status = 'completed' and n % 3 = 0`,
    'what was paid out': `create temp table paid on commit drop as
      with payout as materialized (
        select uuidv7() as id, coach_id, k, current_date - 30 * k as until from person, generate_series(1, 4) k where coaches
      )
      select payout.id, payout.coach_id, payout.until, booked.id as booking_id, floor(price * 70) / 100 as amount
      from booked join payout on payout.coach_id = booked.coach_id and session_date <= until::text
        and (k = 4 or session_date > (until - 30)::text)
      where status = 'completed'`,
    shares: `insert into coach_shares (valid_from, percent, set_by)
      select (current_date - 1000)::text, 70, id from person where n = 1`,
    payouts: `insert into payouts (id, coach_id, until, amount, reference, paid_by, created_at)
      select paid.id, paid.coach_id, until::text, sum(amount), 'Transfer', person.id, until
      from paid, person where person.n = 1 group by paid.id, paid.coach_id, until, person.id`,
    'payout lines': `insert into payout_lines (payout_id, booking_id, amount) select id, booking_id, amount from paid`,
    threads: `insert into threads (id, booking_id, last_number, last_message_at, created_at)
      select thread_id, id, ${size.messagesEach}, made_at + make_interval(mins => ${size.messagesEach}), made_at from booked`,
    'thread sides': `insert into thread_sides (thread_id, side, seen, mailed)
      select thread_id, side, ${size.messagesEach}, ${size.messagesEach} from booked, unnest(array['player', 'coach']) side`,
    messages: `insert into messages (id, thread_id, number, side, sender_id, sender_name, sender_email, content, created_at)
      select uuidv7(made_at + make_interval(mins => number) - now()), thread_id, number, side,
        case side when 'player' then player_id else coach_user end, case side when 'player' then player_name else coach_name end,
        case side when 'player' then player_email else coach_email end,
        'Message ' || number || ': meet in the lobby ten minutes early, I bring the replays.', made_at + make_interval(mins => number)
      from booked, generate_series(1, ${size.messagesEach}) number,
        lateral (select case number % 2 when 1 then 'player' else 'coach' end as side) spoken`,
  }
}

if (import.meta.main) {
  const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
  const size = sizeAt(Number(option('scale') ?? 1))
  const { databaseUrl, dataDir } = readEnv(process.env)
  const embedded = databaseUrl ? null : await startEmbeddedPostgres(dataDir)
  const url = databaseUrl ?? embedded!.url
  try {
    const began = performance.now()
    await migrate(url)
    await grow(url, {
      ...size,
      users: Number(option('users') ?? size.users),
      coaches: Number(option('coaches') ?? size.coaches),
    })
    console.table(await sizes(url))
    console.info(`${((performance.now() - began) / 1_000).toFixed(0)} s in all`)
  } finally {
    await embedded?.stop()
  }
}
