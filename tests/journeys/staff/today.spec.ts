import { logInAsOwner } from '../book.ts'
import { expect, expectAccessible, signUp, test } from '../fixtures.ts'
import { findLayoutFaults } from '../layout-faults.ts'

test('an owner opens Today, sees what comes in, acts in three presses, finds a person, and reaches every room', async ({
  page,
  isMobile,
  openSecondPage,
}) => {
  test.slow()
  await logInAsOwner(page)
  const rooms = page.getByRole('navigation', { name: 'Your pages' })
  await rooms.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /\d+ waiting/ })).toBeVisible()
  await expectAccessible(page)

  const tag = `Caller${Date.now() % 1_000_000}`
  const playerPage = await openSecondPage()
  const player = await signUp(playerPage, tag)
  const story = {
    coachName: 'VexFlip',
    game: 'rocket-league',
    beforeRank: 'Gold I',
    afterRank: 'Diamond II',
    sessionsCount: 3,
  }
  const data = { ...story, story: `I, ${tag}, look up now.` }
  const headers = { authorization: `Bearer ${player.token}` }
  expect((await playerPage.request.post('/api/success-stories', { data, headers })).status()).toBe(200)

  // It comes by itself.
  const line = page.getByRole('link', { name: new RegExp(tag) })
  await expect(line).toBeVisible()
  await line.click()
  await page.getByRole('button', { name: `Feature: story of ${tag}` }).click()
  await expect(page.getByText('Story featured', { exact: true })).toBeVisible()

  if (isMobile) await page.getByRole('button', { name: 'Search', exact: true }).click()
  else await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(player.email)
  await expect(page.getByRole('option', { name: new RegExp(`^${tag}`) })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: tag })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stories' })).toContainText('Gold I to Diamond II with VexFlip')
  await page.getByLabel('New note').fill('Wants mornings.')
  await page.getByRole('button', { name: 'Keep note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Wants mornings.')
  await expectAccessible(page)
  expect(await page.evaluate(findLayoutFaults), 'a person').toEqual([])

  for (const [label, path] of Object.entries({
    ...{ Money: '/owner?tab=money', Coaches: '/owner?tab=coaches', Roles: '/owner?tab=roles' },
    ...{ Audit: '/owner?tab=audit', Health: '/owner?tab=health', Insights: '/owner/insights' },
    ...{ Deliveries: '/admin-deliveries', 'Coach Dashboard': '/coach-dashboard', Account: '/account' },
    ...{ Today: '/today', Dashboard: '/owner' },
    // Wide screens show these as tabs, which phones would have to push aside.
    ...(isMobile && { Messages: '/owner?tab=messages', Contacts: '/owner?tab=contacts' }),
    ...(isMobile && { Ratings: '/owner?tab=ratings', Stories: '/owner?tab=stories' }),
  })) {
    const inBar = rooms.getByRole('link', { name: label, exact: true })
    const isBehind = isMobile && (await inBar.count()) === 0
    if (isBehind) await page.getByRole('button', { name: 'More pages' }).click()
    const link = page.getByRole('link', { name: label, exact: true }).filter({ visible: true }).last()
    await link.click()
    await expect(page).toHaveURL(path)
    if (!isBehind) await expect(inBar).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    expect(await page.evaluate(findLayoutFaults), label).toEqual([])
  }
})
