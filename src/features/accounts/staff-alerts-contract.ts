import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { spoken } from '#src/shared/text/sentences.ts'
import { alertNames } from './staff-alerts.ts'

const choicesSchema = z.array(
  z.object({
    alert: z.enum(alertNames),
    /** What it tells of, in words. */
    label: z.string(),
    wanted: z.boolean(),
  }),
)
export type AlertChoice = z.output<typeof choicesSchema>[number]

export const listAlertChoices = defineCall({
  method: 'GET',
  path: '/api/auth/staff-alerts',
  who: 'owner-or-admin',
  summary: 'Which mails about the business there are for one’s roles, and which of them one gets',
  reply: choicesSchema,
})

export const chooseAlertBody = z.object({ alert: z.enum(alertNames, 'There is no such mail.'), wanted: z.boolean() })

export const chooseAlert = defineCall({
  method: 'PUT',
  path: '/api/auth/staff-alerts',
  who: 'owner-or-admin',
  summary: 'Switch one of one’s own mails about the business on or off',
  sentence: (_, { alert, wanted }) => `switched ${wanted ? 'on' : 'off'} their own mails to the team: ${spoken(alert)}`,
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  audited: ['alert', 'wanted'],
  refusals: [404],
  body: chooseAlertBody,
  reply: choicesSchema,
})
