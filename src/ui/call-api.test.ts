import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { addRemedy, callApi, errorText, HttpError, isLoginExpired } from './call-api.ts'

const reply = z.object({ ok: z.boolean() })
const shape = { path: '/api/x', who: 'everybody', summary: '', reply } as const
const read = defineCall({ ...shape, method: 'GET' })
const write = defineCall({ ...shape, method: 'POST', body: z.object({ a: z.number() }) })

const stored = new Map<string, string>()
const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => Response.json({ ok: true }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const request = () => {
  const { headers, ...rest } = fetched.mock.lastCall![1]!
  return { ...rest, headers: Object.fromEntries(headers as Headers) }
}
const refusal = async (answer: Response): Promise<HttpError> => {
  fetched.mockResolvedValue(answer)
  return callApi(read).then(
    () => expect.unreachable(),
    (error) => error,
  )
}

test('cookies go along always, the bearer token when there is one, a content type only with a payload', async () => {
  expect(await callApi(read)).toEqual({ ok: true })
  expect(request()).toMatchObject({ method: 'GET', credentials: 'include', headers: {}, body: undefined })
  expect(request().headers).toEqual({})

  stored.set('auth_token', 'secret')
  await callApi(write, { body: { a: 1 } })
  expect(request()).toMatchObject({ credentials: 'include', body: '{"a":1}' })
  expect(request().headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' })
})

test('a file is sent as it is', async () => {
  const body = new Blob(['x'], { type: 'image/png' })
  await callApi(defineCall({ ...shape, method: 'PUT' }), {}, { body })
  expect(request()).toMatchObject({ method: 'PUT', body, headers: {} })
})

test('a refusal is raised as status, colon, body, or the status text when there is no body', async () => {
  expect((await refusal(new Response('{"message":"No."}', { status: 409 }))).message).toBe('409: {"message":"No."}')
  const empty = await refusal(new Response('', { status: 503, statusText: 'Service Unavailable' }))
  expect(empty.message).toBe('503: Service Unavailable')
})

test('screens show the server’s words, or their own when it has none', async () => {
  const error = await refusal(Response.json({ message: 'Too late.' }, { status: 409 }))
  expect(errorText(error, 'Please try again later.')).toBe('Too late.')
  const fields = { email: 'Please enter a valid email address', name: 'Please enter your name.' }
  const invalid = await refusal(Response.json({ message: 'email: Please …', fields }, { status: 400 }))
  expect(errorText(invalid, '')).toBe('Please enter a valid email address. Please enter your name.')
  expect(errorText(new Error('offline'), 'Please try again later.')).toBe('Please try again later.')
})

test('a 401 that says Unauthorized is an ended session; a wrong password is none', () => {
  expect(isLoginExpired(new HttpError(401, '{"message":"Unauthorized"}'))).toBe(true)
  expect(isLoginExpired(new HttpError(401, '{"message":"Invalid email or password"}'))).toBe(false)
  expect(isLoginExpired(new HttpError(403, '{"message":"Unauthorized"}'))).toBe(false)
})

test('what is set to remedy refusals hears of each, and may try again', async () => {
  fetched.mockImplementation(async () => Response.json({ reason: 'confirm' }, { status: 403 }))
  addRemedy(async (refusal, tryAgain) => {
    if (refusal.answer.reason !== 'confirm') return undefined
    fetched.mockImplementation(async () => Response.json({ ok: true }))
    return tryAgain()
  })
  expect(await callApi(write, { body: { a: 1 } })).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(request()).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect((await refusal(new Response('no', { status: 500 }))).message).toBe('500: no')
})
