import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { type MailChoices, type OptOut, optOuts } from '#src/features/notifications/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { type MailHeaders, mailChoices } from './table.ts'

/** Stands in a mail where its reader's token belongs, until it is queued. */
const tokenPlace = 'TOKEN-OF-THE-READER'

/** The person who wants to see or change a choice: by the token of a mail's link, or by an account for its own address. */
export type Chooser = { token?: string; account: Account | null }

type SwitchableMail = { to: string; text: string; html: string; headers?: MailHeaders }

const { reminders, ratings, messages, copies, dayPlans, coachReminders } = mailChoices
const choices = { reminders, ratings, messages, copies, dayPlans, coachReminders }
const all = Object.fromEntries(optOuts.map((kind) => [kind, true])) as MailChoices
const isUsedUp = sql`${mailChoices.usedAt} < now() - interval '1 day'`

/** The page where a reader switches off such mails; mail programs post there (RFC 8058). */
export function optOutUrl(baseUrl: string, kind: OptOut): string {
  return `${baseUrl}/mail-preferences?off=${kind}&token=${tokenPlace}`
}

/** Leaves out the mails that their readers have switched off, and gives the links of the others their token. */
export async function leaveOutSwitchedOff<Mail extends SwitchableMail>(tx: Tx, mails: Mail[]): Promise<Mail[]> {
  const wanted: Mail[] = []
  for (const mail of mails) {
    const { optOut } = mail.headers ?? {}
    const choice = optOut && (await keepChoice(tx, mail.to))
    if (!choice) wanted.push(mail)
    else if (choice[optOut.kind]) wanted.push(withToken(mail, optOut, choice.token))
  }
  return wanted
}

/** Whether the reader of this address wants such mails. */
export async function isWanted(db: Db | Tx, address: string, kind: OptOut): Promise<boolean> {
  return (await choicesOf(db, address))[kind]
}

/** Which mails the reader of this address wants: all, unless they said otherwise. */
export async function choicesOf(db: Db | Tx, address: string): Promise<MailChoices> {
  const [choice] = await db.select(choices).from(mailChoices).where(isOf(address))
  return choice ?? all
}

/**
 * Which mails the address of a link or of an account gets. Throws `NotFound` for an unknown token and for a visitor without
 * one, `Conflict` for an account that has not proved its address.
 */
export async function readMailChoices(db: Db, chooser: Chooser): Promise<MailChoices> {
  if (chooser.token === undefined) return choicesOf(db, ownAddress(chooser))
  const [choice] = await db.select(choices).from(mailChoices).where(eq(mailChoices.token, chooser.token))
  if (!choice) throw unknownLink()
  return choice
}

/** Switches one kind of mail on or off. Returns all choices then, and throws the same. */
export async function chooseMail(db: Db, chooser: Chooser, kind: OptOut, wanted: boolean): Promise<MailChoices> {
  const set = { [kind]: wanted }
  if (chooser.token !== undefined) {
    const isTheirs = eq(mailChoices.token, chooser.token)
    const [chosen] = await db.update(mailChoices).set(set).where(isTheirs).returning(choices)
    if (!chosen) throw unknownLink()
    return chosen
  }
  const row = { addressHash: hashOf(ownAddress(chooser)), token: newToken(), ...set }
  const target = mailChoices.addressHash
  return only(await db.insert(mailChoices).values(row).onConflictDoUpdate({ target, set }).returning(choices))
}

/** The reader of this address is gone. */
export async function forgetChoices(tx: Tx, address: string): Promise<void> {
  await tx.delete(mailChoices).where(isOf(address))
}

/** Deletes what nobody changed and no mail has needed since then. */
export async function forgetUnusedChoices(tx: Tx, since: Date): Promise<void> {
  await tx.delete(mailChoices).where(and(...Object.values(choices), lt(mailChoices.usedAt, since)))
}

/** The choice of an address that is about to get such a mail; made if there is none. */
async function keepChoice(tx: Tx, address: string) {
  await tx
    .insert(mailChoices)
    .values({ addressHash: hashOf(address), token: newToken() })
    .onConflictDoUpdate({ target: mailChoices.addressHash, set: { usedAt: sql`now()` }, setWhere: isUsedUp })
  return only(await tx.select().from(mailChoices).where(isOf(address)))
}

function withToken<Mail extends SwitchableMail>(
  mail: Mail,
  { kind, url }: NonNullable<MailHeaders['optOut']>,
  token: string,
): Mail {
  return {
    ...mail,
    text: mail.text.replaceAll(tokenPlace, token),
    html: mail.html.replaceAll(tokenPlace, token),
    headers: { ...mail.headers, optOut: { kind, url: url.replaceAll(tokenPlace, token) } },
  }
}

function ownAddress({ account }: Chooser): string {
  if (!account) throw new NotFound('Please log in, or open the link of one of our mails.')
  if (!account.emailVerified)
    throw new Conflict('Please verify your e-mail first: until then it may be somebody else’s.')
  return account.email
}

function unknownLink(): NotFound {
  return new NotFound('This link does not work any more. Please open the one of a newer mail, or log in.')
}

/** 256 random bits: nobody guesses it. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function isOf(address: string) {
  return eq(mailChoices.addressHash, hashOf(address))
}

/** What stands for an address here. */
export function hashOf(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex')
}
