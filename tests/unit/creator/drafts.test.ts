import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimSlot, removeDraft, saveDraft, newFilesOf } from '#lib/creator/draft-client.ts'
import { countDrafts, removeDrafts } from '#lib/creator/draft-store-client.ts'
import { formFileSchema } from '#lib/creator/form-file.ts'
import { EMPTY_VALUES } from '#lib/creator/values.ts'

/** Storage of a browser that rejects values longer than `room` characters. */
function storageOf(room = 1_000_000) {
  const items = new Map<string, string>()
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

/** `navigator.locks`, shared by all tabs of a browser. */
function locksOf() {
  const held = new Set<string>()
  return {
    request: async (name: string, _: object, work: (lock: object | null) => unknown) => {
      if (held.has(name)) return work(null)
      held.add(name)
      await work({ name })
      held.delete(name)
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storageOf())
  vi.stubGlobal('navigator', { locks: locksOf() })
})

async function claimed(uid: string, place = 'icon') {
  const slot = await claimSlot(uid, place)
  if (!slot) throw new Error('no slot')
  return slot
}
const typed = (title: string) => ({ values: { ...EMPTY_VALUES, title }, base: null })
const titleOf = (slot: { draft: { values: { title: string } } | null }) => slot.draft?.values.title

describe('a draft', () => {
  it('is restored for its account only', async () => {
    const slot = await claimed('ada')
    saveDraft(slot.key, typed('Orchard'))
    slot.release()
    expect((await claimed('eve')).draft).toBeNull()
    expect((await claimed('ad')).draft).toBeNull()
    expect((await claimed('ada', 'icon-1')).draft).toBeNull()
    expect(titleOf(await claimed('ada'))).toBe('Orchard')
  })

  it('of one tab is not overwritten by another; both are restored, the newest first', async () => {
    vi.useFakeTimers({ now: 1000 })
    const [first, second] = [await claimed('ada'), await claimed('ada')]
    expect([first.isShared, second.isShared]).toEqual([false, true])
    saveDraft(first.key, typed('First'))
    vi.setSystemTime(2000)
    saveDraft(second.key, typed('Second'))
    expect(countDrafts('ada')).toBe(2)
    first.release()
    second.release()
    await vi.runAllTimersAsync()
    expect([titleOf(await claimed('ada')), titleOf(await claimed('ada'))]).toEqual([
      'Second',
      'First',
    ])
    vi.useRealTimers()
  })

  it('is not stored in too many tabs, without room, or beyond its limit', async () => {
    for (let tab = 0; tab < 5; tab += 1) await claimed('ada')
    expect(await claimSlot('ada', 'icon')).toBeNull()
    const { key } = await claimed('eve')
    expect(saveDraft(key, typed('x'.repeat(400_000)))).toBe(false)
    vi.stubGlobal('localStorage', storageOf(100))
    expect(saveDraft(key, typed('Orchard'))).toBe(false)
  })

  it('is removed on its own or with all drafts of its account', async () => {
    const [ada, eve] = [await claimed('ada'), await claimed('eve')]
    const plugin = await claimed('ada', 'plugin')
    for (const { key } of [ada, eve, plugin]) saveDraft(key, typed('Orchard'))
    removeDraft(ada.key)
    expect(countDrafts('ada')).toBe(1)
    removeDrafts('ada')
    expect([countDrafts('ada'), countDrafts('eve')]).toEqual([0, 1])
  })

  it('of a release without accounts is removed unread', async () => {
    localStorage.setItem(
      'draft-icon',
      JSON.stringify({ ...EMPTY_VALUES, title: 'Of another account' }),
    )
    localStorage.setItem('theme', 'dark')
    expect((await claimed('ada')).draft).toBeNull()
    expect(localStorage.getItem('draft-icon')).toBeNull()
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  it('that cannot be parsed is ignored', async () => {
    const { key, release } = await claimed('ada')
    localStorage.setItem(key, '{"values":{"title":3}}')
    release()
    expect((await claimed('ada')).draft).toBeNull()
  })
})

it('a file of a draft from before formats were named keeps its name and size', () => {
  const file = { id: 'f1', name: 'mine.iconpack', size: 9, alt: '' }
  expect(formFileSchema.parse({ ...file, isRewritten: true })).toEqual(file)
  expect(formFileSchema.parse({ ...file, format: 'of a later release' })).toEqual(file)
})

it('new files of a draft are those that its project does not have', () => {
  const file = (id: string) => ({ id, name: id, size: 1, alt: '' })
  const before = { ...EMPTY_VALUES, file: file('old'), gallery: [file('published')] }
  const values = { ...before, file: file('new'), gallery: [file('published'), file('more')] }
  const ids = newFilesOf(values, { revision: 1, values: before }).map(({ id }) => id)
  expect(ids).toEqual(['new', 'more'])
})
