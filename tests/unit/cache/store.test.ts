import { afterEach, expect, it } from 'vitest'
import { expireEverything, expireTags, position } from '#lib/cache/state.ts'
import { createStore, STORE_MAX_BYTES } from '#lib/cache/store.ts'

const gone: string[] = []
const store = createStore((key) => gone.push(key))
afterEach(() => {
  store.clear()
  gone.length = 0
})

function answer(body: string) {
  return JSON.parse(
    JSON.stringify({ kind: 'FETCH', data: { headers: {}, body, url: '' }, revalidate: 300 }),
  )
}
const facts = (tags: string[], began = position()) => ({
  tags,
  began,
  lastModified: Date.now(),
  cacheControl: undefined,
})
const bodyOf = (key: string) => {
  const value = store.get(key)?.value
  return value && 'data' in value ? value.data.body : undefined
}

it('gives back what was stored, text of every script included', () => {
  expect(store.set('a', answer('“図案” é'), facts(['x']))).toBe(true)
  expect(bodyOf('a')).toBe('“図案” é')
})

it('stores nothing that was begun before one of its tags expired', () => {
  const began = position()
  expireTags(['x'])
  expect(store.set('a', answer('old'), facts(['x', 'y'], began))).toBe(false)
  expect(store.set('b', answer('other'), facts(['y'], began))).toBe(true)
  expect(store.set('a', answer('new'), facts(['x', 'y']))).toBe(true)
  expect(bodyOf('a')).toBe('new')
})

it('does not let slow work take the place of work that began after it', () => {
  const slow = position()
  expireTags(['something else'])
  store.set('a', answer('later'), facts(['x']))
  expect(store.set('a', answer('earlier'), facts(['x'], slow))).toBe(false)
  expect(bodyOf('a')).toBe('later')
})

it('finds nothing whose tag expired since, whichever way the tag is known', () => {
  store.set('a', answer('1'), facts(['x']))
  store.set('b', answer('2'), facts([]))
  store.set('c', answer('3'), facts(['y']))
  expireTags(['x'])
  expect(bodyOf('a')).toBeUndefined()
  expect(store.get('b', ['x'])).toBeUndefined()
  expect(bodyOf('c')).toBe('3')
  expect(gone).toEqual(['a', 'b'])
})

it('forgets no expiry, however many tags expire', () => {
  const began = position()
  expireTags(['the first'])
  for (let at = 0; at < 60; at += 1) {
    expireTags(Array.from({ length: 1000 }, (_, one) => `${at}-${one}`))
  }
  const tags = ['catalogue', 'the first']
  expect(store.set('a', answer('old'), facts(tags, began))).toBe(false)
  expect(store.set('a', answer('new'), facts(tags))).toBe(true)
  expireEverything()
  expect(bodyOf('a')).toBeUndefined()
})

it('stays within its bound, the least recently used out first', () => {
  const body = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 80; at += 1) {
    store.set(`k${at}`, answer(body), facts([]))
    expect(bodyOf('k0')).toBe(body)
  }
  expect(store.bytes()).toBeLessThanOrEqual(STORE_MAX_BYTES)
  expect(store.bytes()).toBeGreaterThan(STORE_MAX_BYTES - 2 * body.length)
  expect(gone[0]).toBe('k1')
  expect(store.get('k79')).toBeDefined()
  store.set('huge', answer('x'.repeat(6 * 1024 * 1024)), facts([]))
  expect(store.get('huge')).toBeUndefined()
})
