import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorText, HttpError, isSessionExpired, remedyRefusals, sendRequest } from './call-api.ts'

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
  return sendRequest('GET', '/api/x').then(
    () => expect.unreachable(),
    (error) => error,
  )
}

test('cookies go along always, the bearer token when there is one, a content type only with a payload', async () => {
  expect(await sendRequest('GET', '/api/x')).toEqual({ ok: true })
  expect(request()).toMatchObject({ method: 'GET', credentials: 'include', headers: {}, body: undefined })
  expect(request().headers).toEqual({})

  stored.set('auth_token', 'secret')
  await sendRequest('POST', '/api/x', { a: 1 })
  expect(request()).toMatchObject({ credentials: 'include', body: '{"a":1}' })
  expect(request().headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' })
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
  expect(isSessionExpired(new HttpError(401, '{"message":"Unauthorized"}'))).toBe(true)
  expect(isSessionExpired(new HttpError(401, '{"message":"Invalid email or password"}'))).toBe(false)
  expect(isSessionExpired(new HttpError(403, '{"message":"Unauthorized"}'))).toBe(false)
})

test('what is set to remedy refusals hears of each, and may try again', async () => {
  fetched.mockImplementation(async () => Response.json({ reason: 'confirm' }, { status: 403 }))
  remedyRefusals(async (refusal, tryAgain) => {
    if (refusal.answer.reason !== 'confirm') throw refusal
    fetched.mockImplementation(async () => Response.json({ ok: true }))
    return tryAgain()
  })
  expect(await sendRequest('POST', '/api/x', { a: 1 })).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(request()).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect((await refusal(new Response('no', { status: 500 }))).message).toBe('500: no')
})
