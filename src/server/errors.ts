/**
 * What verbs throw. `message` is written for the person who reads it; `details` joins it in the JSON answer, for
 * screens that can do more than show a text (the nearest free hours, for one). One handler in `http.ts` maps them.
 */
export class AppError extends Error {
  readonly status: number
  readonly details: Record<string, unknown>
  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** 400: the input breaks a rule; `fields` names each one with what would be right. */
export class Invalid extends AppError {
  constructor(fields: Record<string, string>) {
    super(400, Object.values(fields).join(' '), { fields })
  }
}

/** 401: no session, or an expired one. The client knows it by this very word. */
export class Unauthorized extends AppError {
  constructor(message = 'Unauthorized') {
    super(401, message)
  }
}

/** 403: signed in, but not in the right role. */
export class NotAllowed extends AppError {
  constructor(message = 'You are not allowed to do this.', details?: Record<string, unknown>) {
    super(403, message, details)
  }
}

/** 404: missing, or somebody else's: the two look alike on purpose. */
export class NotFound extends AppError {
  constructor(message = 'Not found') {
    super(404, message)
  }
}

/** 409: the state of things forbids it now. */
export class Conflict extends AppError {
  constructor(message: string, details?: Record<string, unknown>) {
    super(409, message, details)
  }
}

/** 429: too much in too short a time; `seconds` until it goes on, which the answer's `Retry-After` says, too. */
export class TooMany extends AppError {
  readonly seconds: number
  constructor(message: string, seconds: number, details?: Record<string, unknown>) {
    super(429, message, details)
    this.seconds = seconds
  }
}

/** How long to wait, in words: 90 → `'2 minutes'`. */
export function showWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** 503: something we lean on does not answer; worth another try. */
export class Unavailable extends AppError {
  constructor(message = 'This is not available right now. Please try again in a moment.') {
    super(503, message)
  }
}

/** The error itself, or the driver's own one behind it: Drizzle puts a statement's parameters (addresses, hashes) into its message. */
export function rootError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error && error.message.startsWith('Failed query') ? error.cause : error
}

/** Error texts are kept, logged and shown: mail servers quote addresses in theirs, SMS providers quote numbers. */
export function withoutPeople(text: string): string {
  return text
    .replace(/[^\s<>"'(),;:]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
    .replace(/\+\d{7,15}/g, '(number)')
}

/** The SQL state behind a failed query, such as `23505`; Drizzle keeps the driver's error in `cause`. Every state has a digit, `EPIPE` has none. */
export function sqlState(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

/** The name of the constraint a failed write hit, such as `users_email_key`. */
export function violatedConstraint(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const constraint = (e as { constraint?: unknown }).constraint
    if (typeof constraint === 'string') return constraint
  }
  return null
}

const lostConnection = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']

/** Connection lost or refused, the server shutting down, a statement or the wait for a connection timed out. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || state.startsWith('57') || state === '53300'
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as NodeJS.ErrnoException).code
    if (code && lostConnection.includes(code)) return true
    if (
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|the database does not answer/.test(
        e.message,
      )
    )
      return true
  }
  return false
}
