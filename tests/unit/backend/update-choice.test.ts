import { describe, expect, it } from 'vitest'
import { type Candidate, chooseUpdate } from '#backend/services/update/choose.ts'
import { addedRights } from '#backend/services/update/rights.ts'
import type { WantedUpdate } from '#lib/contract/update/update.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const day = (at: number) => new Date(Date.UTC(2026, 5, at, 12))

const candidate = (version: string, said: Partial<Candidate> = {}): Candidate => ({
  version,
  channel: version.includes('-') ? 'prerelease' : 'stable',
  createdAt: day(1),
  yankedAt: null,
  minimum: '1.0.0',
  systems: ['all'],
  ...said,
})
const choose = (
  candidates: Candidate[],
  wanted: Partial<WantedUpdate> = {},
  installed = '1.0.0',
) => {
  const all = { channel: 'stable' as const, min_age: 0, ...wanted, now: NOW }
  const { update, withheld } = chooseUpdate(installed, candidates, all)
  return [update?.version ?? null, withheld]
}

describe('the update of an installed version', () => {
  it('is the highest version by its numbers', () => {
    expect(choose(['1.9.0', '1.10.0', '0.9.0'].map((one) => candidate(one)))).toEqual([
      '1.10.0',
      null,
    ])
  })

  it('is nothing that is not higher, or withdrawn', () => {
    expect(choose([candidate('1.0.0'), candidate('2.0.0', { yankedAt: day(2) })])).toEqual([
      null,
      null,
    ])
  })

  it('is a pre-release only where they are wanted', () => {
    const candidates = [candidate('2.0.0-beta.1'), candidate('1.1.0')]
    expect(choose(candidates)).toEqual(['1.1.0', null])
    expect(choose(candidates, { channel: 'prerelease' })).toEqual(['2.0.0-beta.1', null])
    expect(choose([candidate('2.0.0')], {}, '2.0.0-beta.1')).toEqual(['2.0.0', null])
  })

  it.each([
    ['application', { minimum: '3.0.0' }, { application: '2.9.9' }],
    ['system', { systems: ['macos'] }, { system: 'linux' as const }],
    ['age', { createdAt: day(9) }, { min_age: 3 }],
  ])('is the one before where the newest is withheld: %s', (reason, said, wanted) => {
    const candidates = [candidate('3.0.0', said), candidate('2.0.0')]
    expect(choose(candidates, wanted)).toEqual(['2.0.0', { version: '3.0.0', reason }])
    expect(choose([candidate('3.0.0', said)], wanted)).toEqual([null, { version: '3.0.0', reason }])
    expect(choose(candidates)).toEqual(['3.0.0', null])
  })

  it('is offered where the version does not say what it needs', () => {
    const unknown = candidate('2.0.0', { minimum: null, systems: null })
    expect(choose([unknown], { application: '1.0.0', system: 'linux' })).toEqual(['2.0.0', null])
  })
})

describe('rights that an update adds', () => {
  const manifest = (said: object) => ({
    generation: 2 as const,
    permissions: ['store'],
    requires_network: false,
    native: false,
    ...said,
  })

  it('are permissions, network and native code that the version before does not have', () => {
    const after = manifest({ permissions: ['store', 'http'], requires_network: true, native: true })
    expect(addedRights(manifest({}), after)).toEqual({
      permissions: ['http'],
      network: true,
      native: true,
    })
    expect(addedRights(after, manifest({}))).toEqual({
      permissions: [],
      network: false,
      native: false,
    })
  })

  it('are unknown without both manifests, and none where the version before had every right', () => {
    const first = manifest({
      generation: 1,
      permissions: null,
      requires_network: null,
      native: null,
    })
    expect(addedRights(null, manifest({}))).toBeNull()
    expect(addedRights(manifest({}), first)).toBeNull()
    expect(addedRights(first, manifest({ permissions: ['http'] }))).toEqual({
      permissions: [],
      network: false,
      native: false,
    })
  })
})
