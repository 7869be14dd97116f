/**
 * The errors that features throw. `message` is shown to the user; `details` is added to the JSON answer, for screens
 * that show more than a text (the nearest free hours, for example). One handler in `http.ts` maps them to answers.
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

/** 400: invalid input; `fields` says for each wrong field what would be right. */
export class Invalid extends AppError {
  constructor(fields: Record<string, string>) {
    super(400, Object.values(fields).join(' '), { fields })
  }
}

/** 401: no session, or an expired one. The client recognises it by this message. */
export class Unauthorized extends AppError {
  constructor(message = 'Unauthorized') {
    super(401, message)
  }
}

/** 403: signed in, but without the required role. */
export class NotAllowed extends AppError {
  constructor(message = 'You are not allowed to do this.', details?: Record<string, unknown>) {
    super(403, message, details)
  }
}

/** 404: missing, or somebody else's: deliberately indistinguishable. */
export class NotFound extends AppError {
  constructor(message = 'Not found', details?: Record<string, unknown>) {
    super(404, message, details)
  }
}

/** 409: not possible in the current state. */
export class Conflict extends AppError {
  constructor(message: string, details?: Record<string, unknown>) {
    super(409, message, details)
  }
}

/** 429: too many requests; `seconds` until the next try, also sent as `Retry-After`. */
export class TooMany extends AppError {
  readonly seconds: number
  constructor(message: string, seconds: number, details?: Record<string, unknown>) {
    super(429, message, details)
    this.seconds = seconds
  }
}

/** A waiting time in words: 90 → `'2 minutes'`. */
export function showWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** 503: a dependency does not answer; worth another try. */
export class Unavailable extends AppError {
  constructor(message = 'This is not available right now. Please try again in a moment.') {
    super(503, message)
  }
}

/**
 * Returns the driver's error if there is one: Drizzle's message contains the statement's parameters (addresses,
 * hashes).
 */
export function rootError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error && error.message.startsWith('Failed query') ? error.cause : error
}

/**
 * Removes personal data from an error text, since these are stored, logged and shown: mail servers quote addresses, SMS
 * providers quote numbers.
 */
export function withoutPeople(text: string): string {
  return text
    .replace(/[^\s<>"'(),;:]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
    .replace(/\+\d{7,15}/g, '(number)')
}

/**
 * The SQL state of a failed query, such as `23505`, from the driver's error in `cause`. Every SQL state has a digit;
 * `EPIPE` has none.
 */
export function sqlState(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

/** The constraint a failed write violated, such as `users_email_key`. */
export function violatedConstraint(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const constraint = (e as { constraint?: unknown }).constraint
    if (typeof constraint === 'string') return constraint
  }
  return null
}

const lostConnection = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']

/** Whether the database is down: connection lost or refused, server shutting down, or a timeout. */
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
