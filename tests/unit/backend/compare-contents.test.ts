import { describe, expect, it } from 'vitest'
import {
  compareContents,
  contentsChangeSchema,
  type ComparedContents,
} from '#backend/services/compare/contents.ts'

const NOTHING: ComparedContents = { icons: new Map(), pages: [], entries: new Map() }
const icons = (said: Record<string, string>): ComparedContents => ({
  ...NOTHING,
  icons: new Map(Object.entries(said)),
})
type Page = ComparedContents['pages'][number]
type Key = Page['keys'][number]
const key = (label: string, x: number, said: Partial<Key> = {}): Key => ({
  x,
  width: 100,
  icon: 'icons/sun.svg',
  label,
  background: '#000000',
  foreground: '#ffffff',
  action: { type: 'text', text: label },
  ...said,
})
const page = (keys: Key[], said: Partial<Page> = {}): Page => ({
  id: 'p1',
  name: 'Main',
  keys,
  ...said,
})
const strip = (pages: Page[], sun = 'a'): ComparedContents => ({
  ...NOTHING,
  icons: new Map([['sun', sun]]),
  pages,
})
const keysOf = (before: Page[], after: Page[], [then, now] = ['a', 'a']) =>
  compareContents(strip(before, then), strip(after, now)).pages.map(({ change, keys }) => [
    change,
    keys.map((one) => `${one.change} ${one.label} ${one.x}`),
  ])

describe('icons', () => {
  it('are added, removed, changed or the same, by name and drawing', () => {
    const before = icons({ sun: 'a', moon: 'b', star: 'c' })
    const after = icons({ sun: 'a', moon: 'x', rain: 'd' })
    expect(compareContents(before, after)).toMatchObject({
      added: ['rain'],
      removed: ['star'],
      changed: ['moon'],
      same: 1,
    })
  })

  it('of two packs without a common name are 20,000 differences', () => {
    const many = (start: number) =>
      icons(
        Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`icon-${start + at}`, 'a'])),
      )
    const change = compareContents(many(0), many(10_000))
    expect([change.added.length, change.removed.length, change.same]).toEqual([10_000, 10_000, 0])
    expect(contentsChangeSchema.parse(change)).toEqual(change)
  })

  it('with names of properties are names', () => {
    const before = icons({ constructor: 'a' })
    expect(compareContents(before, icons({ constructor: 'b' }))).toMatchObject({
      changed: ['constructor'],
      added: [],
      removed: [],
    })
  })
})

describe('keys', () => {
  it('that stand elsewhere have moved, whatever took their place', () => {
    const before = [page([key('Mute', 0), key('Play', 100)])]
    const after = [page([key('New', 0), key('Mute', 200), key('Play', 300)])]
    expect(keysOf(before, after)).toEqual([
      ['changed', ['moved Mute 200', 'moved Play 300', 'added New 0']],
    ])
  })

  it('that stay have another action, another look, or both', () => {
    const other: Partial<Key> = { action: { type: 'hotkey', keys: ['ctrl', 'm'] } }
    expect(keysOf([page([key('Mute', 0)])], [page([key('Mute', 0, other)])])).toEqual([
      ['changed', ['action Mute 0']],
    ])
    expect(keysOf([page([key('Mute', 0)])], [page([key('Mute', 0, { width: 120 })])])).toEqual([
      ['changed', ['look Mute 0']],
    ])
    const both = { ...other, background: '#ff0000' }
    expect(keysOf([page([key('Mute', 0)])], [page([key('Mute', 0, both)])])).toEqual([
      ['changed', ['action Mute 0', 'look Mute 0']],
    ])
  })

  it('whose drawing changed have another look', () => {
    const pages = [page([key('Mute', 0)])]
    expect(keysOf(pages, pages, ['a', 'b'])).toEqual([['changed', ['look Mute 0']]])
    expect(keysOf(pages, pages)).toEqual([])
  })

  it('that are twice are compared one by one', () => {
    const twice = [key('Mute', 0), key('Mute', 100)]
    expect(keysOf([page(twice)], [page([key('Mute', 0)])])).toEqual([
      ['changed', ['removed Mute 100']],
    ])
  })

  it('of added and removed pages are not named one by one; a new name is a change', () => {
    const keys = [key('Mute', 0)]
    expect(keysOf([page(keys)], [page(keys, { id: 'p2' })])).toEqual([
      ['added', []],
      ['removed', []],
    ])
    expect(keysOf([page(keys)], [page(keys, { name: 'Other' })])).toEqual([['changed', []]])
  })
})

it('entries of an archive that is not read are compared by name and size', () => {
  const entries = (said: Record<string, number>): ComparedContents => ({
    ...NOTHING,
    entries: new Map(Object.entries(said)),
  })
  expect(compareContents(entries({ a: 1, b: 2 }), entries({ b: 3, c: 4 })).entries).toEqual([
    { name: 'c', change: 'added' },
    { name: 'a', change: 'removed' },
    { name: 'b', change: 'changed' },
  ])
})
