import type { Route } from '@playwright/test'
import sharp from 'sharp'
import { maxPhotoBytes } from '#src/features/coaches/contract.ts'
import { callsTo } from '../../by-call.ts'
import { expect, expectAccessible, test } from '../../fixtures.ts'
import { becomeCoach, setPublished } from '../../new-coach.ts'

test('a coach’s profile and photo appear on the public page', async ({
  page,
  baseURL,
  openSecondPage,
  expectProblem,
}) => {
  // Nobody books their own hours.
  expectProblem(/status of 409/)
  const outside = callsTo(baseURL!)
  const coach = await becomeCoach(page, outside)
  await setPublished(page, outside, coach, true)
  try {
    await page.goto('/coach-dashboard?section=profile')
    await page.getByLabel('Title').fill('Edits under pressure')
    await page.getByLabel('About you').fill('Short.')
    await page.getByLabel('Achievements').fill(`Unreal in 3 seasons\n\n${'x'.repeat(121)}`)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByLabel('About you')).toHaveAccessibleDescription(
      /^Write at least 20 characters about how you coach\./,
    )
    await expect(page.getByLabel('Achievements')).toHaveAccessibleDescription(/^At most 120 characters, please/)
    await expectAccessible(page)
    await page.getByLabel('About you').fill('One fight a day, replayed until it is boring.')
    await page.getByLabel('Achievements').fill('Unreal in 3 seasons\n\nBox fight cup winner')
    // What is typed survives a reload.
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Edits under pressure')
    // What is typed while it is being saved stays, to be saved next.
    const typeMeanwhile = async (route: Route) => {
      await page.getByLabel('Current rank').fill('Unreal, top 500')
      await route.continue()
    }
    await page.route('**/api/coach/profile', typeMeanwhile, { times: 1 })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Current rank')).toHaveValue('Unreal, top 500')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('button', { name: 'Save profile' })).toBeDisabled()
    await expect(page.getByLabel('Current rank')).toHaveValue('Unreal, top 500')

    const photo = page.getByLabel('Photo file')
    await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('These are words.') })
    await expect(page.getByRole('alert')).toContainText('This is not a picture we can read.')
    await expectAccessible(page)
    const background = { r: 200, g: 241, b: 53 }
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer()
    await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByText('A preview')).toBeVisible()
    await page.getByRole('button', { name: 'Save photo' }).click()
    await expect(page.getByText('Photo saved', { exact: true })).toBeVisible()

    const heic = { name: 'IMG_0012.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') }
    await photo.setInputFiles(heic)
    await expect(page.getByRole('alert')).toContainText('This browser cannot open HEIC photos.')
    // What a phone takes: 48 megapixels, more than 5 MB, on its side.
    const large = await sharp({
      create: {
        width: 8_064,
        height: 6_048,
        channels: 3,
        background,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 40 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(maxPhotoBytes)
    await photo.setInputFiles({ name: 'IMG_0013.JPG', mimeType: 'image/jpeg', buffer: large })
    await expect(page.getByText('A preview')).toBeVisible()
    // The picture that is sent: small, and upright.
    const preview = page.locator('img[src^="data:image/webp"]').first()
    expect(await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      1_536, 2_048,
    ])
    await page.getByRole('button', { name: 'Save photo' }).click()
    await expect(page.getByText('Photo saved', { exact: true })).toBeVisible()

    const visitor = await openSecondPage()
    const isShown = visitor.waitForResponse((answer) => /\/photos\/.*\.webp$/.test(answer.url()) && answer.ok())
    await visitor.goto(`/coaches/${coach.slug}`)
    await isShown
    await expect(visitor.getByText('Edits under pressure')).toBeVisible()
    await expect(visitor.getByText('Box fight cup winner')).toBeVisible()

    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByText('Photo removed', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'See your public page' }).click()
    await expect(page).toHaveURL(`/coaches/${coach.slug}`)
    await expect(page.getByText('These are your own hours, so you cannot book them.')).toBeVisible()
  } finally {
    await setPublished(page, outside, coach, false)
  }
})
