import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#src/deps.ts'
import type { About } from '#src/features/audit/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { rootError } from '#src/platform/http/errors.ts'
import type { AnyCall } from '#src/shared/define-call.ts'
import { isId } from '#src/shared/fields.ts'
import { describeAct, type FindNames, nameOf } from './sentences.ts'
import { auditLog } from './table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The row of an audited call; null for all others. */
    audit: { id: string; about: About } | null
  }
}

/**
 * Writes down every act of owners and admins, whichever call it takes, and of coaches what is a `coachsAct`, before it is
 * done, and its outcome after it. No verb can forget that, and nothing is done that could not be written down.
 */
export function keepAudit(app: FastifyInstance, { db, env, now, log }: Deps, findNames: FindNames): void {
  app.decorateRequest('audit', null)

  // After guard, limits and validation: what never began is no act.
  app.addHook('preHandler', async (request) => {
    const { account, listedAdmin } = request
    const { call } = request.routeOptions.config
    const isStaff = account?.isOwner || account?.isAdmin || listedAdmin
    if (!call || !isAct(call) || !(isStaff || call.coachsAct)) return
    const asked = aboutOf(call, request)
    const sent = { ...(request.query as object), ...(request.body as object) }
    const { businessTimeZone: zone } = env
    const { sentence, concerned } = await describeAct(db, findNames, { call, about: asked, sent, zone })
    const audit = { id: newId(), about: { ...concerned, ...asked } }
    const door = listedAdmin || account?.byAdminLogin ? 'admin-login' : 'account'
    const who = { personId: account?.id, listedAdminId: listedAdmin?.id }
    await db.insert(auditLog).values({ ...audit, ...who, door, call: nameOf(call), sentence, createdAt: now() })
    request.audit = audit
  })

  // What was made has its id only now.
  app.addHook('preSerialization', async ({ audit }, reply, payload) => {
    if (audit && reply.statusCode < 400) audit.about = withMade(audit.about, idsIn(payload))
    return payload
  })

  app.addHook('onSend', async ({ audit }, reply) => {
    if (!audit) return
    await db
      .update(auditLog)
      .set({ status: reply.statusCode, about: audit.about })
      .where(eq(auditLog.id, audit.id))
      // It is done, and its answer is true: the row stays without an outcome.
      .catch((error: unknown) =>
        log.error({ err: rootError(error), audit: audit.id }, 'an outcome could not be written down'),
      )
  })
}

function isAct({ method, audited }: AnyCall): boolean {
  return audited !== false && (method !== 'GET' || audited !== undefined)
}

function aboutOf({ audited }: AnyCall, { params, query, body }: FastifyRequest): About {
  const sent: Record<string, unknown> = { ...(query as object), ...(body as object) }
  const kept = (audited || []).flatMap((name) => {
    const value = sent[name]
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isPlain ? [[name, value] as const] : []
  })
  return { ...idsIn(body), ...Object.fromEntries(kept), ...idsIn(params) }
}

/**
 * What was written down already stays, as the table's trigger demands: where the answer calls something else by the same
 * name, as a message sent about the booking `id` does, that becomes `newId`.
 */
function withMade(about: About, made: About): About {
  const clash = made.id !== undefined && about.id !== undefined && made.id !== about.id
  return { ...made, ...about, ...(clash && { newId: made.id }) }
}

/** Ids by their names, also those of parts: `{ bookingId, booking: { id } }`. Only what is named as one: a password may look like an id. */
function idsIn(value: unknown): About {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, string][] => {
      if (/^id$|Id$/.test(name)) return isId(part) ? [[name, part]] : []
      const id = (part as { id?: unknown } | null)?.id
      return isId(id) ? [[`${name}Id`, id]] : []
    }),
  )
}
