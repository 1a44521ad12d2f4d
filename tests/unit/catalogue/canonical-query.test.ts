import { expect, it } from 'vitest'
import { internalPath, removeDefaults } from '#lib/catalogue/rewrite.ts'
import { canonicalQuery } from '#lib/catalogue/view.ts'

it.each([
  '',
  'sort=name',
  'limit=48&sort=-name&os=windows',
  'author=%C3%84da&x=1',
  'limit=048',
  'minimum_version=1.2.3&category=x',
])('of ?%s is an address that the middleware does not redirect', (query) => {
  const canonical = canonicalQuery(query)
  const left = new URLSearchParams(canonical ?? '')
  removeDefaults('/home/iconpack', left)
  expect(left.toString()).toBe((canonical ?? '').slice(1))
  expect(canonicalQuery(left.toString())).toBe(canonical)
})

it('is an address with the same view', () => {
  const rewritten = (query: string) => internalPath('/en/home/iconpack', new URLSearchParams(query))
  for (const query of ['os=macos&sort=name&utm=x', 'author=ada&limit=48']) {
    expect(rewritten(canonicalQuery(query) ?? '-')).toBe(rewritten(query))
  }
})

it.each(['sort=', 'sort=popular', 'limit=24', 'sort=name&limit=24'])(
  'does not exist where ?%s is redirected',
  (query) => {
    const left = new URLSearchParams(query)
    removeDefaults('/home/iconpack', left)
    expect(left.toString()).not.toBe(query)
    expect(canonicalQuery(query)).toBeNull()
  },
)
