import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/stories/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { featureStory, findStoriesChange } from './stories.ts'
import { successStories } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.delete(successStories))

const body = {
  coachName: 'VexFlip',
  game: 'rocket-league',
  beforeRank: 'Gold I',
  afterRank: 'Diamond II',
  story: 'Ten games later I was up two ranks.',
  sessionsCount: 3,
}

async function share(change: object = {}) {
  const { token } = await aUser(app.deps, { name: 'Rimshot' })
  return app.call(calls.shareStory, { body: { ...body, ...change } }, token)
}
const featured = async () => (await app.call(calls.listFeaturedStories)).body
const asOwner = async () => (await aUser(app.deps, { isOwner: true })).token

describe('sharing', () => {
  test('keeps the story for review, under the name of the account', async () => {
    const { status, body: story } = await share({
      userName: 'Somebody',
      userId: 'x',
      isApproved: true,
      isFeatured: true,
    })
    expect(status).toBe(200)
    expect(story).toMatchObject({ ...body, userName: 'Rimshot', isApproved: false, isFeatured: false })
    expect(story).not.toHaveProperty('userId')
    expect(await featured()).toEqual([])
  })

  test.each([
    [{ coachName: ' ' }, 'coachName', 'Coach name is required'],
    [{ game: 'chess' }, 'game', 'Please select a game'],
    [{ beforeRank: '' }, 'beforeRank', 'Before rank is required'],
    [{ afterRank: undefined }, 'afterRank', 'After rank is required'],
    [{ story: '  too short ' }, 'story', 'Story must be at least 10 characters'],
    [{ sessionsCount: 0 }, 'sessionsCount', 'At least 1 session, please'],
  ])('refuses %j', async (change, field, message) => {
    const { status, body: answer } = await share(change)
    expect(status).toBe(400)
    expect(answer).toMatchObject({ fields: { [field]: message } })
    expect(await app.deps.db.$count(successStories)).toBe(0)
  })

  test.each([
    [undefined, 1],
    [null, 1],
    ['', 1],
    ['many', 1],
    ['7', 7],
    [2.5, 2],
    [{ toString: 1 }, 1],
  ])('counts %j sessions as %i', async (sessionsCount, counted) => {
    expect((await share({ sessionsCount })).body.sessionsCount).toBe(counted)
  })
})

test('a story names its player by the first word, as a review does; old ones too', async () => {
  const author = await aUser(app.deps, { name: 'Timothy Realname Smithson' })
  const { body: shared } = await app.call(calls.shareStory, { body }, author.token)
  expect(shared.userName).toBe('Timothy')
  await aStory(app.deps, { author, isApproved: true, isFeatured: true })
  for (const call of [calls.listFeaturedStories, calls.listStories]) {
    const text = JSON.stringify((await app.call(call)).body)
    expect(text).toContain('Timothy')
    expect(text).not.toContain('Realname')
  }
})

test('the stories changed when the latest public one was decided about, old ones when they came', async () => {
  expect(await findStoriesChange(app.deps.db)).toBeNull()
  await aStory(app.deps)
  expect(await findStoriesChange(app.deps.db)).toBeNull()
  const [written, approved] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-03T12:00:00Z')]
  const { id } = await aStory(app.deps, { isApproved: true, createdAt: written })
  expect(await findStoriesChange(app.deps.db)).toEqual(written)
  await featureStory({ ...app.deps, now: () => approved }, id)
  expect(await findStoriesChange(app.deps.db)).toEqual(approved)
})

describe('publishing', () => {
  test('the home page shows only approved and featured stories, newest first, without the author’s id', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const shown = { isApproved: true, isFeatured: true }
    const older = await aStory(app.deps, { ...shown, createdAt: day(1) })
    const newer = await aStory(app.deps, { ...shown, createdAt: day(2) })
    await aStory(app.deps, { isApproved: true })
    await aStory(app.deps)
    const list = await featured()
    expect(list.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(Object.keys(list[0]!).sort()).toEqual(
      'afterRank beforeRank coachName createdAt game id sessionsCount story userName'.split(' '),
    )
  })

  test('approving takes a story off the pending ones, featuring puts it on the home page', async () => {
    const token = await asOwner()
    const { id } = await aStory(app.deps)
    const pending = async () => (await app.call(calls.listPendingStories, {}, token)).body.map((story) => story.id)
    expect(await pending()).toEqual([id])
    const approved = await app.call(calls.approveStory, { params: { id } }, token)
    expect(approved.body).toMatchObject({ id, isApproved: true, isFeatured: false })
    expect(await pending()).toEqual([])
    expect(await featured()).toEqual([])
    await app.call(calls.featureStory, { params: { id } }, token)
    expect((await featured()).map((story) => story.id)).toEqual([id])
    // Approving once more changes nothing.
    expect((await app.call(calls.approveStory, { params: { id } }, token)).body.isFeatured).toBe(true)
  })

  test('featuring approves too, and takes a rejection back', async () => {
    const token = await asOwner()
    const { id } = await aStory(app.deps, { rejectReason: 'Too short' })
    expect((await app.call(calls.listPendingStories, {}, token)).body).toEqual([])
    const { body: story } = await app.call(calls.featureStory, { params: { id } }, token)
    expect(story).toMatchObject({ isApproved: true, isFeatured: true, rejectReason: null })
  })

  test('an unknown story is not found', async () => {
    const params = { id: '00000000-0000-7000-8000-000000000000' }
    expect((await app.call(calls.featureStory, { params }, await asOwner())).status).toBe(404)
  })

  test('kept pages are dropped', async () => {
    const { id } = await aStory(app.deps)
    const token = await asOwner()
    let drops = 0
    app.deps.pubSub.on('pages', () => (drops += 1))
    // Asked until heard: the listener may still be connecting.
    await expect
      .poll(async () => (await app.call(calls.featureStory, { params: { id } }, token)) && drops, { interval: 100 })
      .toBeGreaterThan(0)
  })
})

test('a story is rejected with a reason and leaves the home page; unfeaturing keeps it approved', async () => {
  const { token } = await aUser(app.deps, { isOwner: true })
  const { id } = await aStory(app.deps, { isApproved: true, isFeatured: true })
  const featured = async () => (await app.call(calls.listFeaturedStories)).body.map((story) => story.id)
  const unfeature = () => app.call(calls.unfeatureStory, { params: { id } }, token)
  const reject = (reason: string) => app.call(calls.rejectStory, { params: { id }, body: { reason } }, token)
  expect(await featured()).toContain(id)
  for (let i = 0; i < 2; i++)
    expect((await unfeature()).body).toMatchObject({ id, isApproved: true, isFeatured: false })
  expect(await featured()).not.toContain(id)

  await app.call(calls.featureStory, { params: { id } }, token)
  expect((await reject(' ')).status).toBe(400)
  expect((await reject('Not a climb')).body).toMatchObject({ isApproved: false, isFeatured: false })
  expect(await featured()).not.toContain(id)
  expect((await app.call(calls.listPendingStories, {}, token)).body.map((story) => story.id)).not.toContain(id)
})

test('a story that is approved but not on the home page stays in a list of the owner', async () => {
  const token = await asOwner()
  const { id } = await aStory(app.deps)
  const approved = async () => {
    const { headers, body } = await app.call(calls.listApprovedStories, {}, token)
    return [headers['x-total-count'], ...body.map((story) => story.id)]
  }
  expect(await approved()).toEqual(['0'])
  for (const act of [calls.approveStory, calls.unfeatureStory]) {
    await app.call(act, { params: { id } }, token)
    expect(await approved()).toEqual(['1', id])
    await app.call(calls.featureStory, { params: { id } }, token)
    expect(await approved()).toEqual(['0'])
  }
})

test('everybody reads all approved stories, 24 at a time, and none that is not', async () => {
  const token = await asOwner()
  const [approved, rejected, pending] = [await aStory(app.deps), await aStory(app.deps), await aStory(app.deps)]
  await app.call(calls.approveStory, { params: { id: approved.id } }, token)
  await app.call(calls.rejectStory, { params: { id: rejected.id }, body: { reason: 'Not a climb' } }, token)
  const { headers, body } = await app.call(calls.listStories)
  const ids = body.map((story) => story.id)
  expect(ids).toContain(approved.id)
  expect(ids).not.toContain(rejected.id)
  expect(ids).not.toContain(pending.id)
  expect(JSON.stringify(body)).not.toContain('userId')
  expect(headers['x-total-count']).toBe(String(body.length))

  for (let made = 0; made < 24; made++) await aStory(app.deps, { isApproved: true })
  const first = await app.call(calls.listStories)
  expect(first.body).toHaveLength(24)
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!
  const rest = (await app.app.http.inject(next)).json<{ id: string }[]>().map((story) => story.id)
  expect(rest).toContain(approved.id)
})

test('featuring is undone for some seconds, once, and not over another decision', async () => {
  const { id } = await aStory(app.deps)
  const token = await asOwner()
  const undo = (decisionId: string | null) =>
    app.call(calls.undoStoryDecision, { params: { id }, body: { decisionId: decisionId! } }, token)
  const act = (call: typeof calls.featureStory) => app.call(call, { params: { id } }, token)

  const pressed = await Promise.all(Array.from({ length: 50 }, () => act(calls.featureStory)))
  const [decision, ...others] = new Set(pressed.map(({ body }) => body.decisionId))
  expect(others, 'fifty presses are one decision').toEqual([])
  const undone = await Promise.all(Array.from({ length: 50 }, () => undo(decision!)))
  expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]))
  expect(undone[0]!.body).toMatchObject({ isApproved: false, isFeatured: false, rejectReason: null })
  expect(await featured()).toEqual([])

  const { body: approved } = await act(calls.approveStory)
  await act(calls.featureStory)
  expect(await undo(approved.decisionId)).toMatchObject({ status: 409, body: { reason: 'decided' } })
  expect(await featured()).toMatchObject([{ id }])
})
