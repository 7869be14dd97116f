import { sql } from 'drizzle-orm'
import { alertNames, alertOf, type StaffAlert } from '#src/accounts/staff-alerts.ts'
import type { AlertChoice } from '#src/accounts/staff-alerts-contract.ts'
import { type MailContent, type MailParts, mailLayout, queueMails } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Env } from '#src/server/env.ts'
import { NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { staffAlertChoices, users } from './table.ts'

/** A member of staff, as alerts must know them: what they chose, where they chose at all. */
export type Staff = Pick<Account, 'id' | 'email' | 'isOwner' | 'isAdmin' | 'emailVerified'> & {
  choices: Partial<Record<StaffAlert, boolean>> | null
}

/** The page of ours where each role acts on an alert. A role that can do nothing about it has none, and gets no button. */
export type Pages = { owner?: `/${string}`; admin?: `/${string}` }

/** What an alert says. */
export type AlertContent = Omit<MailParts, 'title' | 'foot' | 'action'> & {
  /** `kind:id`, as of every mail: the id of what it is about comes second. */
  dedupeKey: string
  subject: string
  action?: { label: string } & (Pages | { url: string })
  /** The account that did it, which need not be told. */
  by?: string | null
}

/** All owners and admins, as a column of whatever statement: `alertMails` chooses among them. */
export const allStaff = sql<Staff[] | null>`(
  select json_agg(json_build_object('id', u.id, 'email', u.email, 'isOwner', u.is_owner, 'isAdmin', u.is_admin,
    'emailVerified', u.email_verified_at is not null,
    'choices', (select json_object_agg(c.alert, c.wanted) from ${staffAlertChoices} c where c.user_id = u.id)))
  from ${users} u where u.is_owner or u.is_admin)`

/**
 * Mails an alert to everybody on the team who has one of its roles, a verified e-mail and has not switched it off, in
 * the caller's transaction. Each mail says why one gets it, and where to switch it off.
 */
export async function alertStaff(
  deps: Pick<Deps, 'env'>,
  tx: Tx,
  alert: StaffAlert,
  content: AlertContent,
): Promise<void> {
  const { rows } = await tx.execute<{ staff: Staff[] | null }>(sql`select ${allStaff} as staff`)
  await queueMails(tx, alertMails(deps, rows[0]!.staff, alert, content))
}

/** The same mails, for who queues them with others. */
export function alertMails(
  { env }: Pick<Deps, 'env'>,
  staff: Staff[] | null,
  alert: StaffAlert,
  { dedupeKey, subject, action, by, ...parts }: AlertContent,
): (MailContent & { dedupeKey: string })[] {
  const { roles } = alertOf(alert)
  const account = `${env.baseUrl}/account#staff-mails`
  return recipients(staff ?? [], alert, by).map((person) => {
    const role = roles.find((each) => has(person, each)) ?? 'owner'
    const wants = isWanted(person, alert)
    const url = action && urlFor(person, action, env)
    return {
      dedupeKey: `${dedupeKey}:${person.id}`,
      to: person.email,
      subject,
      ...mailLayout({
        ...parts,
        title: subject,
        ...(url && { action: { label: action!.label, url } }),
        foot: {
          text: wants ? `You get this as ${role}.` : `You get this as ${role}: nobody else would hear of it.`,
          link: { label: wants ? 'Switch it off in Account' : 'See your mails in Account', url: account },
        },
      }),
    }
  })
}

/** The mails there are for somebody's roles, and whether they get each. */
export async function listAlertChoices(db: Db, { id }: Account): Promise<AlertChoice[]> {
  const person = await findStaff(db, id)
  return alertNames
    .filter((alert) => alertOf(alert).roles.some((role) => has(person, role)))
    .map((alert) => ({ alert, label: alertOf(alert).label, wanted: isWanted(person, alert) }))
}

/** Switches one of somebody's mails on or off. Throws `NotFound` for one that is not for their roles. */
export async function chooseAlert(
  db: Db,
  account: Account,
  { alert, wanted }: { alert: StaffAlert; wanted: boolean },
): Promise<AlertChoice[]> {
  const person = await findStaff(db, account.id)
  if (!alertOf(alert).roles.some((role) => has(person, role))) throw new NotFound('This mail is not for your role.')
  await db
    .insert(staffAlertChoices)
    .values({ userId: account.id, alert, wanted })
    .onConflictDoUpdate({ target: [staffAlertChoices.userId, staffAlertChoices.alert], set: { wanted } })
  return listAlertChoices(db, account)
}

/** Who wants it and can have it; of what nobody else would hear, else every owner. */
function recipients(staff: Staff[], alert: StaffAlert, by?: string | null): Staff[] {
  const { roles, always } = alertOf(alert)
  const wanting = staff.filter(
    (person) =>
      person.emailVerified && person.id !== by && roles.some((role) => has(person, role)) && isWanted(person, alert),
  )
  return wanting.length === 0 && always ? staff.filter(({ isOwner }) => isOwner) : wanting
}

function urlFor(person: Staff, action: Pages | { url: string }, { baseUrl }: Pick<Env, 'baseUrl'>): string | null {
  if ('url' in action) return action.url
  const page = (person.isOwner && action.owner) || (person.isAdmin && action.admin)
  return page ? baseUrl + page : null
}

const has = ({ isOwner, isAdmin }: Staff, role: 'owner' | 'admin') => (role === 'owner' ? isOwner : isAdmin)

const isWanted = ({ choices }: Staff, alert: StaffAlert) => choices?.[alert] ?? true

async function findStaff(db: Db, id: string): Promise<Staff> {
  const { rows } = await db.execute<{ staff: Staff[] | null }>(sql`select ${allStaff} as staff`)
  return rows[0]!.staff!.find((person) => person.id === id)!
}
