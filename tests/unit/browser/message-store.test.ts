import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'

const ADA = { authorInfo: JSON.stringify({ uid: 'u1', username: 'ada' }) }

/** A page of the tab: modules of its own, and the storage of the ones before. */
async function openPage() {
  vi.resetModules()
  const page = await import('#lib/browser/message-store.ts')
  page.takeMessages()
  const texts = () => page.recentMessageStore.get().map(({ text }) => text)
  return { ...page, texts }
}

beforeEach(() => {
  stubStorage(ADA)
  stubStorage({}, 'sessionStorage')
  vi.stubGlobal('document', { cookie: 'signed_in=1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('the next page of the tab shows a message that was not seen for its whole time', async () => {
  const first = await openPage()
  first.showMessage({ title: 'Upload failed!', message: 'copied', color: 'info' })
  first.leaveMessages()
  expect(first.messageStore.get(), 'shown once, even if the page returns').toBeNull()
  const second = await openPage()
  const shown = { title: 'Upload failed!', text: 'Copied', color: 'info', timeout: 3000 }
  expect(second.messageStore.get()).toMatchObject(shown)
  expect(second.texts()).toEqual(['Copied'])
  const third = await openPage()
  expect(third.messageStore.get()).toBeNull()
  expect(third.texts()).toEqual(['Copied'])
})

it.each([
  [1200, { text: 'Copied', timeout: 1800 }],
  [2100, null],
])('a message that was seen for %i ms is shown for the rest of its time', async (ms, shown) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(500)
  const first = await openPage()
  first.showMessage({ message: 'copied' })
  first.noteSeen(first.messageStore.get()?.id ?? 0)
  now.mockReturnValue(500 + ms)
  first.leaveMessages()
  const second = await openPage()
  if (shown) expect(second.messageStore.get()).toMatchObject(shown)
  else expect(second.messageStore.get()).toBeNull()
  expect(second.texts()).toEqual(['Copied'])
})

it('a message whose time is over can only be read again', async () => {
  const first = await openPage()
  first.showMessage({ message: 'copied' })
  first.hideMessage()
  first.leaveMessages()
  const second = await openPage()
  expect(second.messageStore.get()).toBeNull()
  expect(second.texts()).toEqual(['Copied'])
})

it('messages of several pages are kept in order, at most five', async () => {
  for (const message of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const page = await openPage()
    page.showMessage({ message })
    page.leaveMessages()
  }
  const last = await openPage()
  expect(last.texts()).toEqual(['F', 'E', 'D', 'C', 'B'])
  expect(new Set(last.recentMessageStore.get().map(({ id }) => id)).size).toBe(5)
})

it.each([
  ['signed out', {}, ''],
  ['in as another account', { authorInfo: '{"uid":"u2","username":"bob"}' }, 'signed_in=1'],
])('a visitor who is %s does not read them', async (_who, entries, cookie) => {
  const first = await openPage()
  first.showMessage({ message: 'mine' })
  first.leaveMessages()
  stubStorage(entries)
  vi.stubGlobal('document', { cookie })
  const second = await openPage()
  expect(second.messageStore.get()).toBeNull()
  expect(second.texts()).toEqual([])
})

it.each([
  '',
  '{',
  'null',
  '{"uid":"u1","shown":null,"recent":{}}',
  '{"uid":"u1","shown":{"text":1,"color":"info","timeout":1},"recent":[{"color":"red"},7]}',
])('an entry %j shows nothing', async (text) => {
  stubStorage({ messages: text }, 'sessionStorage')
  const page = await openPage()
  expect(page.messageStore.get()).toBeNull()
  expect(page.texts()).toEqual([])
})

it('without storage the page keeps its messages', async () => {
  const page = await openPage()
  page.showMessage({ message: 'copied' })
  vi.stubGlobal('sessionStorage', undefined)
  page.leaveMessages()
  expect(page.messageStore.get()?.text).toBe('Copied')
  expect(page.texts()).toEqual(['Copied'])
})
