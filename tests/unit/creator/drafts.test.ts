import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimSlot, forgetDraft, keepDraft, newFilesOf } from '#lib/creator/draft-client.ts'
import { countDrafts, removeDrafts } from '#lib/creator/draft-store-client.ts'
import { EMPTY } from '#lib/creator/form.ts'

/** A browser's storage that holds so many characters. */
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

/** Locks as `navigator.locks` holds them, over all tabs of a browser. */
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
const typed = (title: string) => ({ values: { ...EMPTY, title }, base: null })
const titleOf = (slot: { draft: { values: { title: string } } | null }) => slot.draft?.values.title

describe('a draft', () => {
  it('is there for its account when the form is opened again, and for nobody else', async () => {
    const slot = await claimed('ada')
    keepDraft(slot.key, typed('Orchard'))
    slot.release()
    expect((await claimed('eve')).draft).toBeNull()
    expect((await claimed('ad')).draft).toBeNull()
    expect((await claimed('ada', 'icon-1')).draft).toBeNull()
    expect(titleOf(await claimed('ada'))).toBe('Orchard')
  })

  it('of one tab is not overwritten by another, and both come back, the newest first', async () => {
    vi.useFakeTimers({ now: 1000 })
    const [first, second] = [await claimed('ada'), await claimed('ada')]
    expect([first.isShared, second.isShared]).toEqual([false, true])
    keepDraft(first.key, typed('First'))
    vi.setSystemTime(2000)
    keepDraft(second.key, typed('Second'))
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

  it('says where the browser keeps none: too many tabs, no room, too long a text', async () => {
    for (let tab = 0; tab < 5; tab += 1) await claimed('ada')
    expect(await claimSlot('ada', 'icon')).toBeNull()
    const { key } = await claimed('eve')
    expect(keepDraft(key, typed('x'.repeat(400_000)))).toBe(false)
    vi.stubGlobal('localStorage', storageOf(100))
    expect(keepDraft(key, typed('Orchard'))).toBe(false)
  })

  it('is gone when it is forgotten, or its account leaves; others stay', async () => {
    const [ada, eve] = [await claimed('ada'), await claimed('eve')]
    const plugin = await claimed('ada', 'plugin')
    for (const { key } of [ada, eve, plugin]) keepDraft(key, typed('Orchard'))
    forgetDraft(ada.key)
    expect(countDrafts('ada')).toBe(1)
    removeDrafts('ada')
    expect([countDrafts('ada'), countDrafts('eve')]).toEqual([0, 1])
  })

  it('from before it belonged to an account is removed unseen', async () => {
    localStorage.setItem('draft-icon', JSON.stringify({ ...EMPTY, title: 'Somebody’s' }))
    localStorage.setItem('theme', 'dark')
    expect((await claimed('ada')).draft).toBeNull()
    expect(localStorage.getItem('draft-icon')).toBeNull()
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  it('that cannot be read is none', async () => {
    const { key, release } = await claimed('ada')
    localStorage.setItem(key, '{"values":{"title":3}}')
    release()
    expect((await claimed('ada')).draft).toBeNull()
  })
})

it('of the files of a draft only those that its project did not have are asked about', () => {
  const file = (id: string) => ({ id, name: id, size: 1, alt: '' })
  const before = { ...EMPTY, file: file('old'), gallery: [file('kept')] }
  const values = { ...before, file: file('new'), gallery: [file('kept'), file('more')] }
  const ids = newFilesOf(values, { revision: 1, values: before }).map(({ id }) => id)
  expect(ids).toEqual(['new', 'more'])
})
