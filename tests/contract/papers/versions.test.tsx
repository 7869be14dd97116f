import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signup } from '#src/features/accounts/contract.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { Seller } from '#src/features/payments/receipt-contract.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { root } from '#src/platform/root.ts'
import Privacy from '#src/screens/privacy/privacy.tsx'
import { Terms } from '#src/screens/terms/terms.tsx'
import { papers, termsPath } from '#src/shared/papers.ts'
import { startTestApp } from '../../support/app.ts'
import { htmlOf } from '../../support/html-of.tsx'
import { paperText } from './paper-text.tsx'

const folder = `${root}/src/screens/terms/versions`

test('the words of each version of the Terms are kept, and stay as they were', async () => {
  await expect(paperText(<Terms />)).toMatchFileSnapshot(`${folder}/${papers.terms.version}.txt`)
  const kept = readdirSync(folder).map((file) => [file, fingerprintOf(readFileSync(`${folder}/${file}`, 'utf8'))])
  expect(
    Object.fromEntries(kept),
    'People agree to a version by its number: raise it in src/shared/papers.ts, then write the new fingerprint here.',
  ).toEqual({
    '1.txt': 'df3e83db1c83',
    '2.txt': 'c13955cc8065',
    '3.txt': 'd34d74d58799',
    '4.txt': '8cb9d3a14d12',
    '5.txt': '82857a81ea62',
    '6.txt': 'a112205d7789',
    '7.txt': '8a3fd7a40942',
  })
})

test('other words of the Privacy notice get another version', () => {
  expect({ [papers.privacy.version]: fingerprintOf(paperText(<Privacy />)) }).toEqual({ 12: '4f3c83fe34c0' })
})

test('the newest Terms lead to those before', () => {
  const { html } = htmlOf(<Terms />)
  for (let version = 1; version < papers.terms.version; version++)
    expect(html).toContain(`href="${termsPath(version)}"`)
})

test('an account keeps the version of the Terms it agreed to, whatever the browser says', async () => {
  const app = await startTestApp()
  const [email, password] = ['reader@demo.test', 'a long sentence']
  const body = { name: 'Reader', email, password, confirmPassword: password, termsVersion: 99 }
  expect((await app.call(signup, { body })).status).toBe(200)
  const [account] = await app.deps.db.select().from(users).where(eq(users.email, email))
  expect(account!.termsVersion).toBe(papers.terms.version)
  await app.close()
})

const nobody: Seller = { name: null, address: null, taxId: null, email: 'hello@levelup.example' }
const somebody: Seller = { name: 'Rung LLC', address: '1 Ladder St, Albany NY', taxId: 'VAT 42', email: 'x@rung.test' }

test('what only the owner or a lawyer can fill in stands there as a named gap until it is filled', () => {
  const textOf = (page: React.ReactNode, data: Seller & { withdrawal?: 'exempt' | null }) =>
    htmlOf(page, [{ queryKey: sellerQuery.queryKey, data }]).text
  const gapsIn = (text: string) => [...text.matchAll(/\[([^\]]+): to be filled in by (the owner|a lawyer)\]/g)]
  for (const page of [<Terms key="terms" />, <Privacy key="privacy" />]) {
    expect(gapsIn(textOf(page, nobody)).map(([, what]) => what)).toEqual(
      expect.arrayContaining(['legal name', 'postal address']),
    )
    const filled = textOf(page, somebody)
    expect(gapsIn(filled).map(([, what]) => what)).not.toContain('legal name')
    for (const known of Object.values(somebody)) expect(filled).toContain(known)
  }
  const gapsOf = (withdrawal: 'exempt' | null) =>
    gapsIn(textOf(<Terms />, { ...somebody, withdrawal })).map(([, w]) => w)
  const ofLaw = 'whether this right covers sessions at a fixed hour'
  expect(gapsOf(null)).toContain(ofLaw)
  expect(gapsOf('exempt')).not.toContain(ofLaw)
})

const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
