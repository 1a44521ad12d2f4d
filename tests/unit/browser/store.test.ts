import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore, createStoredStore } from '#lib/browser/store.ts'
import { stubStorage } from '#tests/support/browser-storage.ts'

describe('a store', () => {
  it('notifies its subscribers until they unsubscribe', () => {
    const store = createStore({ initial: 0 })
    const listener = vi.fn<() => void>()
    const unsubscribe = store.subscribe(listener)
    store.set(1)
    unsubscribe()
    store.set(2)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.get()).toBe(2)
    expect(store.initial).toBe(0)
  })

  it('loads its value on first use, and anew when subscribers come back', () => {
    let source = 1
    const store = createStore({ initial: 0, load: () => source })
    expect(store.get()).toBe(1)
    source = 2
    expect(store.get()).toBe(1)
    store.subscribe(() => undefined)
    expect(store.get()).toBe(2)
  })

  it('listens to its source while it has subscribers', () => {
    const disconnect = vi.fn<() => void>()
    const connect = vi.fn<() => () => void>(() => disconnect)
    const store = createStore({ initial: 0, connect })
    const [first, second] = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
    expect(connect).toHaveBeenCalledTimes(1)
    first()
    expect(disconnect).not.toHaveBeenCalled()
    second()
    expect(disconnect).toHaveBeenCalledTimes(1)
  })
})

describe('a stored store', () => {
  const target = new EventTarget()
  beforeEach(() => {
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  })
  afterEach(() => vi.unstubAllGlobals())

  const changeElsewhere = (key: string | null, newValue: string | null) =>
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  const create = () =>
    createStoredStore<number | null>(null, {
      key: 'count',
      parse: (text) => (text === null ? null : Number(text)),
      format: (value) => (value === null ? null : String(value)),
    })

  it('reads and writes the local storage', () => {
    const entries = stubStorage({ count: '3' })
    const store = create()
    expect(store.get()).toBe(3)
    store.set(4)
    expect(entries.get('count')).toBe('4')
    store.set(null)
    expect(entries.has('count')).toBe(false)
  })

  it('follows changes of other tabs', () => {
    stubStorage()
    const store = create()
    const listener = vi.fn<() => void>()
    store.subscribe(listener)
    changeElsewhere('other', '9')
    expect(listener).not.toHaveBeenCalled()
    changeElsewhere('count', '5')
    expect([store.get(), listener.mock.calls.length]).toEqual([5, 1])
    changeElsewhere(null, null)
    expect(store.get()).toBeNull()
  })
})
