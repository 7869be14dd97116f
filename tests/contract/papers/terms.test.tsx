import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Terms } from '#src/screens/terms/terms.tsx'
import { paperText } from './paper-text.tsx'
import { app, openApp, setClock } from './terms/app.ts'
import { cancellingStatements } from './terms/cancelling-and-moving.ts'
import { fairPlayStatements } from './terms/groups-and-fair-play.ts'
import { guaranteeStatements } from './terms/notes-and-guarantee.ts'
import { paymentStatements } from './terms/payment.ts'
import { whoCameStatements } from './terms/who-came.ts'

/** What the Terms say, each statement beside what makes it true. A new promise gets a row; a rule that changes makes its row fail. */
const statements = [
  ...paymentStatements,
  ...cancellingStatements,
  ...whoCameStatements,
  ...guaranteeStatements,
  ...fairPlayStatements,
]

beforeAll(openApp)
afterAll(() => app.close())
beforeEach(() => setClock(new Date()))

const terms = paperText(<Terms />)

test.each(statements)('the Terms say: %s', async (statement, rule, truth) => {
  expect(terms.replaceAll('’', "'")).toContain(statement)
  expect(await rule()).toEqual(truth)
})
