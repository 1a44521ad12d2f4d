import { describe, expect, it } from 'vitest'
import { buildContainer, buildManifest } from '#tests/support/containers.ts'
import { readUpload } from '#tests/support/read-upload.ts'

const NEED = { kind: 'plugin', id: '@aspen/link', minimum: '1.2.0' }

/** Reads a file whose manifest has `requires`. */
async function read(name: string, requires: unknown, version: unknown = 3) {
  const format = name.endsWith('.flexbar') ? 'profile' : 'iconpack'
  const files = format === 'iconpack' ? undefined : []
  const manifest = buildManifest(format, { format_version: version, requires })
  const { manifest: found, ...reading } = await readUpload(name, buildContainer(manifest, files))
  expect(reading.error).toBeNull()
  return {
    requires: found?.requires,
    version: found?.format_version,
    warnings: reading.warnings.filter(({ code }) => code === 'requires_left_out'),
    isNewer: reading.warnings.some(({ code }) => code === 'newer_version'),
  }
}

describe('what a container needs', () => {
  it.each(['pack.iconpack', 'pack.zip', 'desk.flexbar'])('is read from %s', async (name) => {
    const requires = [NEED, { kind: 'icon', id: 'abc' }]
    expect(await read(name, requires)).toEqual({
      requires,
      version: 3,
      warnings: [],
      isNewer: false,
    })
  })

  it.each([1, 2])('is ignored in version %d, whatever it is', async (version) => {
    for (const requires of [[NEED], 'nothing', [{ kind: 'icon' }]]) {
      const found = await read('desk.flexbar', requires, version)
      expect(found).toMatchObject({ requires: undefined, version, warnings: [] })
    }
  })

  it('is read from a later version, with a warning about that version', async () => {
    expect(await read('desk.flexbar', [NEED], 4)).toMatchObject({
      requires: [NEED],
      version: 3,
      isNewer: true,
    })
  })

  it('is completed: numbers of versions, spaces around ids, no minimum', async () => {
    const loose = [
      { kind: 'plugin', id: ' @aspen/link ', minimum: 'v1.2' },
      { kind: 'icon', id: 'abc', minimum: '' },
      { kind: 'icon', id: 'abd', minimum: null, note: 'x' },
    ]
    expect(await read('pack.iconpack', loose)).toMatchObject({
      requires: [NEED, { kind: 'icon', id: 'abc' }, { kind: 'icon', id: 'abd' }],
      warnings: [],
    })
  })

  it.each<[string, unknown]>([
    ['of no kind', { ...NEED, kind: 'theme' }],
    ['without an id', { kind: 'icon', id: ' ' }],
    ['with an id of 201 characters', { kind: 'icon', id: 'a'.repeat(201) }],
    ['with a minimum that is no version', { ...NEED, id: 'b', minimum: 'latest' }],
    ['that is repeated', { ...NEED, minimum: '2.0.0' }],
    ['that is no object', 7],
  ])('is without an entry %s, with a warning', async (_, entry) => {
    const found = await read('desk.flexbar', [NEED, entry])
    expect(found.requires).toEqual([NEED])
    expect(found.warnings).toMatchObject([{ count: 1 }])
  })

  it('is nothing where it is no list, with a warning', async () => {
    const found = await read('desk.flexbar', 'all')
    expect(found).toMatchObject({ requires: undefined, version: 1, warnings: [{ count: 1 }] })
  })

  it('has 20 entries at most, with a warning about the others', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ kind: 'icon', id: `p${at}` }))
    const found = await read('pack.iconpack', many)
    expect(found.requires).toEqual(many.slice(0, 20))
    expect(found.warnings).toEqual([
      { code: 'requires_left_out', count: 980, entry: '{"kind":"icon","id":"p20"}' },
    ])
  })
})
