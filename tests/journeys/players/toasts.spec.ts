import { expect, signUp, test } from '../fixtures.ts'

test('a toast covers no part of an open dialog, and goes when the form is sent again', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 409/)
  await signUp(page)
  await page.goto('/')
  await page.route('**/api/success-stories', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coach', { exact: true }).selectOption({ index: 1 })
  await dialog.getByLabel('Game').selectOption('fortnite')
  await dialog.getByLabel('Rank before').fill('Gold')
  await dialog.getByLabel('Rank after').fill('Diamond')
  await dialog.getByLabel('Your story').fill('From Gold to Diamond in a month.')
  await dialog.getByRole('button', { name: /share|send|submit/i }).click()
  const toast = page.getByText('Error submitting story', { exact: true })
  await expect(toast).toBeVisible()
  const toastTop = (await toast.boundingBox())!.y
  await expect.poll(async () => bottomOf(await dialog.boundingBox())).toBeLessThan(toastTop)

  await page.route('**/api/success-stories', () => {})
  await dialog.getByRole('button', { name: /share|send|submit/i }).click()
  await expect(toast).toBeHidden()
})

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [320, 256],
] as const)
  test(`a toast covers no field that has the focus, on ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/apply-coach')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Missing information' })
    await expect(toast).toBeVisible()
    const field = page.locator(':focus')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    const gap = async () => (await toast.boundingBox())!.y - bottomOf(await field.boundingBox())
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
  })

test('a toast stays for 5 seconds; F8 leads to it, and a swipe of 50 px to the right sends it away', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/apply-coach')
  const info = page.getByText('No account needed', { exact: true })
  await expect(info).toBeVisible()
  await page.clock.fastForward(3_500)
  await expect(info).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(info).toBeHidden()

  await page.getByRole('button', { name: 'Submit Application' }).click()
  const toast = page.getByText('Missing information', { exact: true })
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  // From its middle: right after the first swipe it may not be quite back yet.
  const box = (await toast.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (const [distance, isThere] of [
    [40, true],
    [60, false],
  ] as const) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y)
    await page.mouse.move(x + distance, y)
    await page.mouse.up()
    await expect(toast).toBeVisible({ visible: isThere })
  }
})

function bottomOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}
