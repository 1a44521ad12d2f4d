import { afterEach, expect, it } from 'vitest'
import { expireEverything, expireTags, position } from '#lib/cache/state.ts'
import { createStore, STORE_MAX_BYTES } from '#server/next/store.ts'

const evicted: string[] = []
const store = createStore((key) => evicted.push(key))
afterEach(() => {
  store.clear()
  evicted.length = 0
})

function entry(body: string) {
  return JSON.parse(JSON.stringify({ kind: 'APP_PAGE', html: body, headers: {}, status: 200 }))
}
const metadata = (tags: string[], began = position()) => ({
  tags,
  began,
  lastModified: Date.now(),
  cacheControl: undefined,
})
const bodyOf = (key: string) => {
  const value = store.get(key)?.value
  return value && 'html' in value ? value.html : undefined
}

it('returns stored text of any script', () => {
  expect(store.set('a', entry('“図案” é'), metadata(['x']))).toBe(true)
  expect(bodyOf('a')).toBe('“図案” é')
})

it('does not store an entry that began before one of its tags expired', () => {
  const began = position()
  expireTags(['x'])
  expect(store.set('a', entry('old'), metadata(['x', 'y'], began))).toBe(false)
  expect(store.set('b', entry('other'), metadata(['y'], began))).toBe(true)
  expect(store.set('a', entry('new'), metadata(['x', 'y']))).toBe(true)
  expect(bodyOf('a')).toBe('new')
})

it('does not replace an entry by one that began earlier', () => {
  const slow = position()
  expireTags(['something else'])
  store.set('a', entry('later'), metadata(['x']))
  expect(store.set('a', entry('earlier'), metadata(['x'], slow))).toBe(false)
  expect(bodyOf('a')).toBe('later')
})

it('does not return an entry whose tags expired', () => {
  store.set('a', entry('1'), metadata(['x']))
  store.set('c', entry('3'), metadata(['y']))
  expireTags(['x'])
  expect(bodyOf('a')).toBeUndefined()
  expect(bodyOf('c')).toBe('3')
  expect(evicted).toEqual(['a'])
})

it('keeps every expiry in effect, however many tags expire', () => {
  const began = position()
  expireTags(['the first'])
  for (let at = 0; at < 60; at += 1) {
    expireTags(Array.from({ length: 1000 }, (_, one) => `${at}-${one}`))
  }
  const tags = ['catalogue', 'the first']
  expect(store.set('a', entry('old'), metadata(tags, began))).toBe(false)
  expect(store.set('a', entry('new'), metadata(tags))).toBe(true)
  expireEverything()
  expect(bodyOf('a')).toBeUndefined()
})

it('stays within its size and evicts the least recently used entry first', () => {
  const body = 'x'.repeat(256 * 1024)
  for (let at = 0; at < 80; at += 1) {
    store.set(`k${at}`, entry(body), metadata([]))
    expect(bodyOf('k0')).toBe(body)
  }
  expect(store.bytes()).toBeLessThanOrEqual(STORE_MAX_BYTES)
  expect(store.bytes()).toBeGreaterThan(STORE_MAX_BYTES - 2 * body.length)
  expect(evicted[0]).toBe('k1')
  expect(store.get('k79')).toBeDefined()
  store.set('huge', entry('x'.repeat(3 * 1024 * 1024)), metadata([]))
  expect(store.get('huge')).toBeUndefined()
})
