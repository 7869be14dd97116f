import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The work is done apart, so that the page stays quick while it lasts.
handler({ deriveKey })
