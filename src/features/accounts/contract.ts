import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, emailSchema, nameSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { zoneSchema } from './profile-contract.ts'

const accountName = nameSchema('Name must be at least 2 characters', 2)

const passwordSchema = z
  .string('Password must be at least 6 characters')
  .check(atMost(200), z.minLength(6, 'Password must be at least 6 characters'))

/** Six digits of the authenticator app, or a recovery code; spaces, hyphens and small letters do not matter. */
export const factorCodeSchema = z.string('Please enter the 6 digits from your app, or a recovery code').check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^(\d{6}|[A-Z2-7]{24})$/, 'Please enter the 6 digits from your app, or a recovery code'),
)

export const loginBody = z.object({
  email: emailSchema,
  password: passwordSchema,
  /** For accounts with a second step. */
  code: z.optional(factorCodeSchema),
})

const passwordTwice = {
  password: passwordSchema,
  confirmPassword: z.string("Passwords don't match").check(atMost(200)),
}

/** Refuses a form whose two passwords differ. */
const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (body) => body.password === body.confirmPassword,
  { path: ['confirmPassword'], message: "Passwords don't match" },
)

export const signupBody = z
  .object({
    name: accountName,
    email: emailSchema,
    ...passwordTwice,
    /** The browser's, for the first mails already. Nobody typed it: one that the server does not know is none. */
    zone: z.catch(z.optional(zoneSchema), undefined),
  })
  .check(samePasswords)

export const changeNameBody = z.object({ name: accountName })

export const changePasswordBody = z
  .object({
    currentPassword: z
      .string('Please enter your current password')
      .check(atMost(200), z.minLength(1, 'Please enter your current password')),
    ...passwordTwice,
  })
  .check(samePasswords)

/** Eight digits; spaces and hyphens that come along when pasting do not matter. */
export const codeSchema = z.string('Please enter the 8 digits of the code').check(
  z.overwrite((text) => text.replace(/[\s-]/g, '')),
  z.regex(/^\d{8}$/, 'Please enter the 8 digits of the code'),
)

export const changeEmailBody = z.object({
  email: emailSchema,
  password: z.string('Please enter your password').check(atMost(200), z.minLength(1, 'Please enter your password')),
  /** The one mailed to the new e-mail. */
  code: z.optional(codeSchema),
})

export const verifyEmailBody = z.object({
  purpose: z.literal('verify-email'),
  email: emailSchema,
  code: codeSchema,
})

export const resetPasswordBody = z
  .object({ purpose: z.literal('reset-password'), email: emailSchema, code: codeSchema, ...passwordTwice })
  .check(samePasswords)

/** The signed-in user as the browser keeps it under the key `user`. */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
})
export type User = z.output<typeof userSchema>

export const sessionReply = z.object({ token: z.string(), user: userSchema })

export const me = defineCall({
  ...firstCalls.me,
  who: 'account',
  summary: 'The signed-in user',
  // `outbox` as in `codeAnswer`: a code may have been mailed by an earlier page.
  reply: z.object({
    user: userSchema,
    /** The time zone of the profile; null while it has none. */
    zone: z.nullable(z.string()),
    outbox: z.optional(z.string()),
  }),
})

export const login = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  who: 'everybody',
  summary: 'Sign in with e-mail and password: 200, or 202 when both are right and a code of the second step is missing',
  sentence: 'logged in again',
  // Per e-mail against guessing one password, per address against trying one password on everybody. The network's own
  // counts come first: one beyond them cannot use up anybody's e-mail. The last stands far above what ten networks may.
  limits: [
    { by: 'address', times: 100, minutes: 15 },
    { by: 'email-at-address', times: 10, minutes: 15, onlyWrong: true },
    { by: 'email', times: 200, minutes: 15, onlyWrong: true },
  ],
  refusals: [401],
  body: loginBody,
  reply: sessionReply,
  accepted: z.object({ codeRequired: z.literal(true) }),
})

export const signup = defineCall({
  method: 'POST',
  path: '/api/auth/signup',
  who: 'everybody',
  summary: 'Create an account and sign in',
  sentence: 'created an account',
  // A school, or a mobile network, has hundreds behind one address: beyond this their browsers solve challenges.
  limits: [{ by: 'address', times: 120, minutes: 60 }],
  refusals: [409],
  body: signupBody,
  reply: sessionReply,
})

export const logout = defineCall({
  ...firstCalls.logout,
  sentence: 'logged out',
  who: 'everybody',
  summary: 'End the session that made this call, and the admin area of this browser',
  reply: z.object({ ok: z.literal(true) }),
})

export const changeName = defineCall({
  method: 'PATCH',
  path: '/api/auth/me',
  who: 'account',
  summary: 'Change the name',
  sentence: 'changed their own name',
  body: changeNameBody,
  reply: z.object({ user: userSchema }),
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/auth/password',
  who: 'account',
  summary: 'Change the password: ends every other session and gives this one a new token',
  sentence: 'changed their own password',
  limits: [{ by: 'account', times: 10, minutes: 15 }],
  body: changePasswordBody,
  reply: sessionReply,
})

/** `outbox` is the page that shows every mail; in demo mode only. */
const codeAnswer = z.object({ message: z.string(), outbox: z.optional(z.string()) })

/** For who mistyped it: nobody who has proved their e-mail loses it. */
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/auth/email',
  who: 'account',
  summary: 'Give an account that is not verified another e-mail: 202 while the code that is mailed there is missing',
  sentence: 'changed their own e-mail',
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  refusals: [409],
  body: changeEmailBody,
  reply: z.object({ user: userSchema }),
  accepted: codeAnswer,
})

export const requestCode = defineCall({
  method: 'POST',
  path: '/api/auth/codes',
  who: 'everybody',
  summary: 'Have a one-time code mailed; the answer is 202 and the same for every e-mail',
  sentence: 'asked for a code by mail',
  limits: [
    { by: 'address', times: 60, minutes: 60 },
    { by: 'email-at-address', times: 5, minutes: 60 },
    { by: 'email', times: 60, minutes: 60 },
  ],
  countedByHandler: true,
  body: z.object({ purpose: z.enum(['verify-email', 'reset-password', 'applicant-access']), email: emailSchema }),
  reply: codeAnswer,
  accepted: codeAnswer,
})

export const redeemCode = defineCall({
  method: 'POST',
  path: '/api/auth/codes/redeem',
  who: 'everybody',
  summary: 'Use a mailed code in the browser that asked for it: verify the e-mail, or set a new password and sign in',
  sentence: 'used a mailed code',
  // Beside each code's own five tries; a right one does not count.
  limits: [{ by: 'address', times: 60, minutes: 15, onlyWrong: true }],
  refusals: [401],
  body: z.discriminatedUnion('purpose', [verifyEmailBody, resetPasswordBody]),
  /**
   * `token` comes with a new password: all earlier sessions have ended. Accounts with a second step get none, and sign
   * in with the new password and a code.
   */
  reply: z.object({ user: userSchema, token: z.optional(z.string()) }),
})

/** Somebody with a role. */
const staffMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  /** Whether they log in with a second step. */
  hasSecondFactor: z.boolean(),
})
export type StaffMember = z.output<typeof staffMemberSchema>

export const listRoles = defineCall({
  method: 'GET',
  path: '/api/owner/roles',
  who: 'owner',
  summary: 'All owners and admins',
  reply: z.array(staffMemberSchema),
})

export const changeRoleBody = z.object({ email: emailSchema, role: z.literal('admin'), granted: z.boolean() })

/** Owners are made by `npm run grant` only, so that no browser can make or unmake one. */
export const changeRole = defineCall({
  method: 'POST',
  path: '/api/owner/roles',
  who: 'owner',
  summary:
    'Make somebody with a verified account an admin, or take that back; they log in again, but not owners who add themselves',
  sentence: (_, { email, role, granted }) =>
    granted ? `made ${email} an ${role}` : `took the role of an ${role} from ${email}`,
  confirm: true,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['role', 'granted'],
  refusals: [404, 409],
  body: changeRoleBody,
  reply: staffMemberSchema,
})

export const adminLoginBody = z.object({
  email: emailSchema,
  name: textSchema('Please enter your name', 80),
  /** The mailed one. */
  code: z.optional(codeSchema),
  /** For admins with a second step: that of their app, with the mailed one. */
  factorCode: z.optional(factorCodeSchema),
})

const adminSchema = z.object({ email: z.string(), name: z.string() })

/** Opens an admin session: a cookie good for 8 hours, used or not, and for all calls of admins; without an account for those of the admin area. */
export const adminLogin = defineCall({
  method: 'POST',
  path: '/api/admin/login',
  who: 'everybody',
  summary:
    'Admin login in steps: always 202, with a code mailed if an admin matches; then 200 with that code, or 202 when one of the second step is missing',
  sentence: 'logged in to the admin area',
  limits: [
    { by: 'address', times: 30, minutes: 15 },
    { by: 'email-at-address', times: 10, minutes: 15 },
    { by: 'email', times: 150, minutes: 15 },
  ],
  countedByHandler: true,
  body: adminLoginBody,
  reply: adminSchema,
  accepted: z.union([
    z.extend(codeAnswer, { codeRequired: z.literal(true) }),
    z.object({ factorRequired: z.literal(true) }),
  ]),
})

export const adminMe = defineCall({
  method: 'GET',
  path: '/api/admin/me',
  who: 'admin-area',
  summary: 'The admin this browser acts as',
  reply: adminSchema,
})

export const adminLogout = defineCall({
  method: 'POST',
  path: '/api/admin/logout',
  who: 'everybody',
  summary: 'End the admin session of this browser',
  sentence: 'left the admin area',
  reply: z.object({ ok: z.literal(true) }),
})
