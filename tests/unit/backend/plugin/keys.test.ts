import { describe, expect, it } from 'vitest'
import { parsePluginManifest } from '#backend/services/plugin/manifest.ts'
import { pluginKeySchema, PLUGIN_KEYS_MAX } from '#lib/contract/project-parts.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'

function keysOf(manifest: object) {
  const parsed = parsePluginManifest(JSON.stringify(manifest), 'first')
  if (!('manifest' in parsed)) throw new Error(JSON.stringify(parsed))
  return pluginKeySchema.array().max(PLUGIN_KEYS_MAX).parse(parsed.manifest.keys)
}
const real: object = JSON.parse(FIRST_GENERATION)
const withKeys = (children: unknown, local: unknown = {}) =>
  keysOf({ ...real, keyLibrary: { title: 'x', children }, local })

describe('the keys of a plugin', () => {
  it('are those of the key library of a real manifest, in English', () => {
    expect(keysOf(real).slice(0, 1)).toMatchObject([{ title: 'Tap Counter', width: 240 }])
    expect(keysOf(real)[0]?.tip).toEqual(expect.any(String))
  })

  it('have texts of another language where English has none, and none without any', () => {
    const children = [{ title: '$A.Title' }, { title: '$B.Title' }, { title: 'Plain' }]
    expect(withKeys(children, { en: {}, de: { A: { Title: 'Zähler' } } })).toEqual([
      { title: 'Zähler', width: null },
      { title: 'Plain', width: null },
    ])
  })

  it.each([
    ['no list', 'x'],
    ['no object', [null, 1, 'x']],
    ['a title that is none', [{ title: 5 }, { title: '' }, { title: '$__proto__.constructor' }]],
    ['a very long list', Array.from({ length: 500 }, () => ({ title: '' }))],
  ])('are none of %s', (_, children) => {
    expect(withKeys(children)).toEqual([])
  })

  it('are bounded in number and length, and are one line', () => {
    const key = { title: 'A\nkey '.repeat(50), tip: 'x'.repeat(9000), style: { width: 99_999 } }
    const keys = withKeys(Array.from({ length: 500 }, () => key))
    expect(keys).toHaveLength(PLUGIN_KEYS_MAX)
    expect(keys[0]?.title).not.toContain('\n')
    expect(keys[0]).toMatchObject({ width: null })
  })
})
