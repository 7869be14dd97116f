import { letters } from '#tests/support/letters.ts'
import { expect, expectAccessible, logIn, signUp, test } from '../../fixtures.ts'
import { hydrated } from '../../hydrated.ts'

test('a coach edits their page, a visitor reads it and asks a question first, the owner reads which coach', async ({
  page,
  openSecondPage,
}) => {
  const mark = letters()
  await logIn(page, 'coach@demo.test', '/coach-dashboard?section=profile')
  await page.getByLabel('How I teach').fill(`One mechanic an hour.\n\nThen a match, ${mark}.`)
  await page.getByLabel('Clip').fill('clips.example.com/1')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByLabel('Clip')).toHaveAccessibleDescription(
    /^Please enter a whole address that begins with https:\/\//,
  )
  await expectAccessible(page)
  await page.getByLabel('Clip').fill(`https://clips.example.com/${mark}`)
  await page.getByLabel('Links on the page').fill(`https://tracker.example.com/${mark}`)
  await expect(page.getByLabel('French')).toBeChecked()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()

  const visitor = await openSecondPage()
  const { email } = await signUp(visitor, `Asker ${mark}`)
  const elsewhere: string[] = []
  visitor.on('request', (request) => void (/example\.com/.test(request.url()) && elsewhere.push(request.url())))
  await visitor.goto('/coaches/vexflip')
  await expect(visitor.getByRole('heading', { name: 'How I teach' })).toBeVisible()
  await expect(visitor.getByText(`Then a match, ${mark}.`)).toBeVisible()
  await expect(visitor.getByText('English, French', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('definition').filter({ hasText: /^New York time$/ })).toBeVisible()
  await expect(visitor.getByText(/^Usually within .+ \(\d+ answers\)$/)).toBeVisible()
  await expect(
    visitor.getByRole('listitem').filter({ hasText: 'My air dribble finally leaves the wall.' }),
    'a rating with rank and service',
  ).toContainText(/Diamond II, .+ Session/)
  const clip = visitor.getByRole('link', { name: 'Watch on clips.example.com' })
  await expect(clip).toHaveAttribute('href', `https://clips.example.com/${mark}`)
  await expect(clip).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(visitor.getByRole('link', { name: `tracker.example.com/${mark}` })).toBeVisible()
  await expectAccessible(visitor)

  // The bar makes way for the form to ask, and for the offers, each of which opens the dialog with itself and this coach.
  const bar = visitor.getByRole('button', { name: 'Book VexFlip', exact: true })
  await expect(bar).toBeInViewport()
  await visitor.getByRole('button', { name: /^Book Elite Session/ }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await visitor.getByRole('button', { name: /^Book Elite Session/ }).click()
  const dialog = visitor.getByRole('dialog', { name: 'VexFlip' })
  await expect(dialog.getByRole('radio', { name: /^Elite Session/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await visitor.getByRole('link', { name: 'Ask a question first' }).click()
  await expect(bar).toBeHidden()
  const form = visitor.getByRole('region', { name: 'Ask a question first' })
  await expect(form.getByLabel('Game')).toHaveValue('rocket-league')
  await form.getByLabel('Message').fill(`Do you coach on a controller? ${mark}`)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText('Message sent successfully!', { exact: true })).toBeVisible()
  const promise = form.getByText('Our team passes it to VexFlip and answers within 24 hours.')
  await expect(promise, 'beside the form, and once it is sent').toHaveCount(2)
  expect(elsewhere).toEqual([])

  const owner = await openSecondPage()
  await logIn(owner, 'owner@demo.test', '/owner?tab=contacts')
  const inquiry = owner.getByRole('listitem').filter({ hasText: email })
  await expect(inquiry).toContainText('Asks about')
  const passOn = { name: 'Pass on to VexFlip' }
  await expect(inquiry.getByRole('link', passOn)).toHaveAttribute('href', /^mailto:coach@demo\.test\?.*controller/)
  await inquiry.getByRole('link', { name: /^Reply/ }).click()
  const conversation = owner.getByRole('region', { name: `Messages with Asker ${mark}` })
  await expect(conversation.getByRole('link', passOn)).toBeVisible()
})

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const)
  test(`whoever goes through a coach’s page by keyboard sees what has the focus, on ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/coaches/vexflip')
    await hydrated(page)
    await expect(page.getByRole('list', { name: /^Hours on/ })).toBeVisible()
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    const seen: string[] = []
    while (seen.at(-1) !== 'the end' && seen.length < 200) {
      await page.keyboard.press('Tab')
      await expect(async () => {
        const { focused, over } = await page.evaluate(findWhatCoversFocus)
        expect(over, `over ${focused}`).toBeNull()
        seen.push(focused)
      }).toPass({ timeout: 10_000 })
    }
    expect(seen).toEqual(
      expect.arrayContaining(['BUTTON Book Session', 'A Ask a question first', 'TEXTAREA ', 'the end']),
    )
  })

/** Which element has the focus, and what lies over the middle of its part within the window; runs inside the page. */
function findWhatCoversFocus(): { focused: string; over: string | null } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { focused: 'the end', over: null }
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent.slice(0, 40)}`
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2
  const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
  const isSeen = hit !== null && (focused.contains(hit) || hit.contains(focused))
  return { focused: nameOf(focused), over: isSeen ? null : hit ? nameOf(hit) : 'the edge of the window' }
}
