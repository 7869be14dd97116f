import { or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { alertNames, alertOf, type StaffAlert } from '#src/features/accounts/staff-alerts.ts'
import type { AlertChoice } from '#src/features/accounts/staff-alerts-contract.ts'
import { composeMail, type NewMail, queueMails } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { staffAlertChoices, users } from '../table.ts'

/** A member of staff and their choice of alerts, if they made one. */
type Staff = Pick<Account, 'id' | 'email' | 'isOwner' | 'isAdmin' | 'emailVerified'> & {
  choices: Partial<Record<StaffAlert, boolean>> | null
}

/** The page where each role acts on an alert. A role that cannot act has none and gets no button. */
export type Pages = { owner?: `/${string}`; admin?: `/${string}` }

/**
 * The row of an alert beside what somebody typed who has not proved their e-mail. Subjects leave out what they typed: an
 * inbox shows those as ours.
 */
export const notVerified: [string, string] = ['Not verified', 'Nobody has proved this name and e-mail.']

/** What an alert says: its subject all in one line, its title what it is about or asks for, in other words. */
export type AlertContent = Pick<
  NewMail,
  'subject' | 'title' | 'paragraphs' | 'facts' | 'sections' | 'replyTo' | 'thread'
> & {
  /** `kind:id`, as in every mail: the id is of what the alert is about. */
  dedupeKey: string
  /** The first paragraph if absent. */
  preheader?: string
  action?: { label: string } & (Pages | { url: string })
  /** The account that caused it and need not be notified. */
  by?: string | null
  /** Accounts that must not hear of it: it may be about them. */
  notTo?: (string | null)[]
}

/**
 * Sends an alert to all staff who have one of its roles, a verified e-mail and have not switched it off, in the
 * caller's transaction. Each mail says why it was sent and where to switch it off, if it can be.
 */
export async function alertStaff(
  deps: Pick<Deps, 'env' | 'jobs'>,
  tx: Tx,
  alert: StaffAlert,
  { dedupeKey, action, by, notTo = [], ...parts }: AlertContent,
): Promise<void> {
  const { env } = deps
  const { roles, audience, fixed } = alertOf(alert)
  const account = `${env.baseUrl}/account#staff-mails`
  const staff = (await allStaff(tx)).filter(({ id }) => !notTo.includes(id))
  const mails = recipients(staff, alert, by).map((person) => {
    const role = roles.find((each) => has(person, each)) ?? 'owner'
    const wants = isWanted(person, alert)
    const reason = fixed ? ': it cannot be switched off.' : wants ? '.' : ': nobody else would hear of it.'
    const url = action && urlFor(person, action, env)
    return {
      dedupeKey: `${dedupeKey}:${person.id}`,
      audience,
      ...composeMail(env, {
        preheader: parts.paragraphs[0] ?? '',
        ...parts,
        to: person.email,
        ...(url && { action: { label: action.label, url } }),
        why: `You get this as ${role}${reason}`,
        links: [{ label: wants && !fixed ? 'Switch it off in Account' : 'See your mails in Account', url: account }],
      }),
    }
  })
  await queueMails(deps, tx, mails)
}

/** The alerts for somebody's roles that can be switched off, and whether they get each. */
export async function listAlertChoices(db: Db, { id }: Account): Promise<AlertChoice[]> {
  const person = await findStaff(db, id)
  return alertNames
    .filter((alert) => isToChoose(person, alert))
    .map((alert) => ({ alert, label: alertOf(alert).label, wanted: isWanted(person, alert) }))
}

/** Switches one of somebody's alerts on or off. Throws `NotFound` for an alert that is not theirs to choose. */
export async function chooseAlert(
  db: Db,
  account: Account,
  { alert, wanted }: { alert: StaffAlert; wanted: boolean },
): Promise<AlertChoice[]> {
  const person = await findStaff(db, account.id)
  if (!isToChoose(person, alert)) throw new NotFound('This mail is not for your role, or nobody can switch it off.')
  await db
    .insert(staffAlertChoices)
    .values({ userId: account.id, alert, wanted })
    .onConflictDoUpdate({ target: [staffAlertChoices.userId, staffAlertChoices.alert], set: { wanted } })
  return listAlertChoices(db, account)
}

/** The staff who want the alert and can get it. If nobody would: every owner, or without one, every admin. */
function recipients(staff: Staff[], alert: StaffAlert, by?: string | null): Staff[] {
  const { roles, always } = alertOf(alert)
  const wanting = staff.filter(
    (person) =>
      person.emailVerified && person.id !== by && roles.some((role) => has(person, role)) && isWanted(person, alert),
  )
  if (wanting.length > 0 || !always) return wanting
  const owners = staff.filter(({ isOwner }) => isOwner)
  return owners.length > 0 ? owners : staff
}

function urlFor(person: Staff, action: Pages | { url: string }, { baseUrl }: Pick<Env, 'baseUrl'>): string | null {
  if ('url' in action) return action.url
  const page = (person.isOwner && action.owner) || (person.isAdmin && action.admin)
  return page ? baseUrl + page : null
}

const has = ({ isOwner, isAdmin }: Staff, role: 'owner' | 'admin') => (role === 'owner' ? isOwner : isAdmin)

const isWanted = ({ choices }: Staff, alert: StaffAlert) => alertOf(alert).fixed || (choices?.[alert] ?? true)

function isToChoose(person: Staff, alert: StaffAlert): boolean {
  const { roles, fixed } = alertOf(alert)
  return !fixed && roles.some((role) => has(person, role))
}

async function findStaff(db: Db, id: string): Promise<Staff> {
  const person = (await allStaff(db)).find((each) => each.id === id)
  if (!person) throw new NotFound('This mail is not for your role.')
  return person
}

/** All owners and admins. */
async function allStaff(db: Db | Tx): Promise<Staff[]> {
  const choices = sql<Staff['choices']>`(
    select json_object_agg(c.alert, c.wanted) from ${staffAlertChoices} c where c.user_id = ${users.id})`
  const isVerified = sql<boolean>`${users.emailVerifiedAt} is not null`
  return db
    .select({
      id: users.id,
      email: users.email,
      isOwner: users.isOwner,
      isAdmin: users.isAdmin,
      emailVerified: isVerified,
      choices,
    })
    .from(users)
    .where(or(users.isOwner, users.isAdmin))
}
