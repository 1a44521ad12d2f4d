import { describe, expect, it } from 'vitest'
import { MANIFEST_LIST_MAX, pluginManifestSchema } from '#lib/contract/file/plugin-manifest.ts'
import { parsePluginManifest } from '#backend/services/plugin/manifest.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'

const second = (overrides: Record<string, unknown> = {}) => ({
  schemaVersion: '1.0',
  uuid: '@ada/orchard',
  name: 'Orchard',
  ...overrides,
})
/** What a manifest says about itself; checked against the contract, since it is stored and answered as it is. */
function factsOf(text: string, generation: 'first' | 'second') {
  const parsed = parsePluginManifest(text, generation)
  if (!('manifest' in parsed)) throw new Error(JSON.stringify(parsed))
  return pluginManifestSchema.parse(parsed.manifest.facts)
}
const secondFacts = (overrides: Record<string, unknown>) =>
  factsOf(JSON.stringify(second(overrides)), 'second')

describe('the facts in the manifest of a real plugin', () => {
  it('of the first generation: author and devices; it declares no permissions', () => {
    expect(factsOf(FIRST_GENERATION, 'first')).toEqual({
      generation: 1,
      author: 'ENIAC',
      permissions: null,
      requires_network: null,
      native: null,
      platforms: [],
      devices: ['flexbar'],
      capabilities: [],
      dependencies: [],
    })
  })

  it('of the second generation: permissions, native code, platforms and devices', () => {
    expect(factsOf(SECOND_GENERATION, 'second')).toEqual({
      generation: 2,
      author: 'Aspen',
      permissions: ['logger', 'file', 'system'],
      requires_network: false,
      native: true,
      platforms: ['win32-x64'],
      devices: ['flow2pro', 'flexbar', 'flex2'],
      capabilities: [],
      dependencies: [],
    })
  })
})

describe('a manifest of the second generation', () => {
  it('names the plugins that it needs, with the lowest version of each', () => {
    const dependencies = [{ uuid: '@acme/base', minVersion: '1.2.0' }]
    expect(secondFacts({ dependencies }).dependencies).toEqual([
      { id: '@acme/base', minimum_version: '1.2.0' },
    ])
  })

  it('without platforms runs on all systems', () => {
    const parsed = parsePluginManifest(JSON.stringify(second()), 'second')
    expect(parsed).toMatchObject({ manifest: { systems: [{ os: 'all', minimum: null }] } })
  })

  it('has no system by the name of a property that every object has', () => {
    const os = ['constructor', '__proto__', 'toString'].map((platform) => ({ platform }))
    const text = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), os })
    const other = { os: 'other', minimum: null }
    expect(parsePluginManifest(text, 'first')).toMatchObject({
      manifest: { systems: [other, other, other] },
    })
  })

  it('keeps permissions that this site has no text for', () => {
    expect(secondFacts({ permissions: ['gpu', 'store', 'gpu'] }).permissions).toEqual([
      'store',
      'gpu',
    ])
  })

  it.each([
    ['permissions', 'file'],
    ['permissions', [1, null, {}, '']],
    ['permissions', { file: true }],
    ['devices', 7],
    ['requiredCapabilities', [['encoder']]],
    ['dependencies', ['@acme/base', { uuid: '../x' }, null]],
    ['native', 'yes'],
    ['requiresNetwork', 1],
  ])(
    'with a wrong %s (%j) has no such fact, and is no reason to refuse the plugin',
    (field, value) => {
      expect(secondFacts({ [field]: value })).toEqual(secondFacts({}))
    },
  )

  it('cannot hide a sensitive permission behind a long list', () => {
    const many = Array.from({ length: 400 }, (_, at) => `p${at}`)
    expect(
      secondFacts({ permissions: [...many, 'file', ' http'] }).permissions?.slice(0, 2),
    ).toEqual(['file', 'http'])
  })

  it('has lists of bounded length, and names without control characters', () => {
    const permissions = Array.from({ length: 40 }, (_, at) => `\u202e${'x'.repeat(5000)}${at}`)
    const facts = secondFacts({ permissions: [...permissions, 'file'] })
    expect(facts.permissions).toEqual(['file', 'x'.repeat(100)])
    const many = Array.from({ length: 400 }, (_, at) => `p${at}`)
    expect(secondFacts({ permissions: many }).permissions).toHaveLength(MANIFEST_LIST_MAX)
    const dependencies = many.map((name) => ({ uuid: `@a/${name}`, minVersion: '1' }))
    expect(secondFacts({ dependencies }).dependencies).toHaveLength(MANIFEST_LIST_MAX)
  })
})
