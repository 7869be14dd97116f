import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { emailSchema, textSchema } from '#src/shared/fields.ts'

const passwordSchema = z
  .string('Password must be at least 6 characters')
  .check(z.minLength(6, 'Password must be at least 6 characters'), z.maxLength(200, 'At most 200 characters, please'))

export const loginBody = z.object({ email: emailSchema, password: passwordSchema })

export const signupBody = z
  .object({
    name: textSchema('Name must be at least 2 characters', 80, 2),
    email: emailSchema,
    password: passwordSchema,
    confirmPassword: z.string("Passwords don't match"),
  })
  .check(
    z.refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: "Passwords don't match",
    }),
  )

/** The signed-in user as the browser keeps it under the key `user`. */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
})
export type User = z.output<typeof userSchema>

const sessionReply = z.object({ token: z.string(), user: userSchema })

export const me = defineCall({
  method: 'GET',
  path: '/api/auth/me',
  who: 'player',
  summary: 'The signed-in user',
  reply: z.object({ user: userSchema }),
})

export const login = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  who: 'everybody',
  summary: 'Sign in with e-mail and password',
  body: loginBody,
  reply: sessionReply,
})

export const signup = defineCall({
  method: 'POST',
  path: '/api/auth/signup',
  who: 'everybody',
  summary: 'Create an account and sign in',
  body: signupBody,
  reply: sessionReply,
})

export const logout = defineCall({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'everybody',
  summary: 'End the session that made this call',
  reply: z.object({ ok: z.literal(true) }),
})
