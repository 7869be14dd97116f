import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, signUp, test } from '../fixtures.ts'

/** Another site: to browsers `localhost` is not `127.0.0.1`. */
async function openOtherSite() {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Free coins</h1>'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((done) => server.close(done)),
  }
}

test('another site can neither frame us, nor read us, nor act for a signed-in player', async ({
  page,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/frame|CORS|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|status of 403/)
  const { token } = await signUp(page)
  const other = await openOtherSite()
  await page.goto(other.url)

  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
    return new Promise((done) => frame.addEventListener('load', done))
  }, baseURL!)
  await expect.poll(() => page.frames()[1]!.url()).toBe('chrome-error://chromewebdata/')

  const read = await page.evaluate(async (base) => {
    const reads = [fetch(`${base}/api/coaches`), fetch(`${base}/api/auth/me`, { credentials: 'include' })]
    return Promise.all(reads.map((each) => each.then(({ status }) => status).catch((error) => error.name)))
  }, baseURL!)
  expect(read).toEqual(['TypeError', 'TypeError'])

  const picture = await page.evaluate(
    (src) =>
      new Promise((done) => {
        const image = new Image()
        image.onload = () => done('shown')
        image.onerror = () => done('refused')
        image.src = src
      }),
    `${baseURL}/favicon.svg`,
  )
  expect(picture).toBe('refused')

  // A form and a "simple" request need no permission to be sent: the server refuses them.
  await page.evaluate(
    (base) =>
      fetch(`${base}/api/auth/logout`, { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => {}),
    baseURL!,
  )
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(me.status()).toBe(200)
  await other.close()
})

test('inside our pages nothing runs that is not a file of ours, and cookies are out of reach', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/Content Security Policy/)
  await signUp(page)
  await page.goto('/')
  const tried = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = "inline"'
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    const loaded = new Promise((done) => {
      foreign.onload = () => done('loaded')
      foreign.onerror = () => done('refused')
    })
    document.body.append(script, foreign)
    document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="window.ran = \'handler\'">')
    const evaluate = () => {
      try {
        return Function('return "evaluated"')()
      } catch (error) {
        return (error as Error).name
      }
    }
    return { foreign: await loaded, evaluated: evaluate(), cookies: document.cookie }
  })
  expect(tried).toEqual({ foreign: 'refused', evaluated: 'EvalError', cookies: '' })
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined()
})

test('pages may ask for a payment, and for nothing else of the device', async ({ page }) => {
  await page.goto('/')
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
    const names = ['payment', 'camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'hid', 'midi']
    return names.filter((name) => featurePolicy.allowsFeature(name))
  })
  expect(allowed).toEqual(['payment'])
})
