import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFile } from '#cli/check-file.ts'
import { defaultsOf } from '#cli/proposed-fields.ts'
import { summarise } from '#backend/services/upload/summary.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import {
  createRequestSchema,
  type GithubCheck,
  updateRequestSchema,
} from '#lib/contract/publish.ts'
import { buildRequest } from '#lib/creator/request.ts'
import { suggestFromManifest, suggestFromRepository } from '#lib/creator/suggestions.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import {
  buildContainer,
  buildManifest,
  buildPackage,
  buildStandardFile,
  SVG,
} from '#tests/support/containers.ts'
import { SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readUpload } from '#tests/support/read-upload.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'needed-'))
})
afterAll(() => rm(folder, { recursive: true }))

const id = '0123456789abcdef'
const picture = { id, name: 'a.webp', size: 1, alt: '' }
const PICTURES = { cover_id: id, gallery_ids: [id] }
const PROPOSED = ['title', 'version', 'minimum_version', 'operating_systems', 'license'] as const
/** What is proposed, and which fields are needed besides. */
type Asked = { needed: string[] } & { [Field in (typeof PROPOSED)[number]]?: unknown }

/** An empty text and an unknown licence propose nothing. */
function asked(fields: Record<string, unknown>, needed: readonly string[]): Asked {
  const proposals = PROPOSED.map((name) => [name, fields[name]] as const)
  const known = proposals.filter(([, value]) => value && value !== 'NOASSERTION')
  return { ...Object.fromEntries(known), needed: [...new Set(needed)].toSorted() }
}
const missing = (fields: Record<string, unknown>) =>
  (createRequestSchema.safeParse({ ...fields, ...PICTURES }).error?.issues ?? []).map(
    ({ path: [field] }) => String(field),
  )

/** What the upload of a file answers. */
async function answered(name: string, bytes: Buffer) {
  const { error, manifest, warnings } = await readUpload(name, bytes)
  expect(error).toBeNull()
  return manifest ? summarise(manifest, warnings) : undefined
}

async function inForm(kind: Kind, name: string, bytes: Buffer): Promise<Asked> {
  const manifest = await answered(name, bytes)
  const start: CreatorValues = {
    ...EMPTY_VALUES,
    cover: picture,
    gallery: [picture],
    file: picture,
  }
  const suggestions = manifest
    ? suggestFromManifest(manifest, { published: null, isTyped: () => false })
    : []
  const suggested = Object.fromEntries(suggestions.map(({ name: field, value }) => [field, value]))
  const values: CreatorValues = { ...start, ...suggested }
  const built = buildRequest(values, kind)
  return asked(values, built.success ? [] : built.errors)
}

/** By the answer to the upload, and what the form begins with (docs/publishing.md). */
async function inApi(name: string, bytes: Buffer): Promise<Asked> {
  const { version, minimum_version, operating_systems } = EMPTY_VALUES
  const fields = {
    version,
    minimum_version,
    operating_systems,
    ...(await answered(name, bytes)),
  }
  return asked(fields, missing(fields))
}

async function inCli(name: string, bytes: Buffer): Promise<Asked> {
  await writeFile(path.join(folder, name), bytes)
  const checked = await checkFile(name, folder)
  if ('error' in checked) throw new Error(checked.error.code)
  const isPackage = checked.kind === 'plugin'
  const fields = defaultsOf(isPackage ? null : checked, isPackage ? [checked] : [], null)
  return asked(fields, missing(fields))
}

const first = { version: '1.0.0', minimum_version: '1.0.0', operating_systems: ['all'] }
const read = { ...first, title: 'Orchard', version: '2.1.0', minimum_version: '1.2.0' }
const plain = (manifest: object) => JSON.stringify(manifest)
const unread = Buffer.from(plain({ saved: true, pages: ['x'.repeat(80)] }))

/** For every kind: the file, what is proposed, and what is needed besides. */
const TABLE: readonly (readonly [Kind, what: string, name: string, Buffer, Asked])[] = [
  [
    'icon',
    'a pack with a manifest',
    'a.iconpack',
    buildStandardFile('icon'),
    { ...read, license: 'MIT', needed: ['category'] },
  ],
  [
    'icon',
    'a folder of pictures',
    'Pears (1).iconpack',
    rawZip([{ path: 'sun.svg', content: SVG }]),
    { ...first, title: 'Pears (1)', needed: ['category'] },
  ],
  [
    'icon',
    'a folder in a zip of a download',
    'Pears.iconpack (1).zip',
    rawZip([{ path: 'sun.svg', content: SVG }]),
    { ...first, title: 'Pears', needed: ['category'] },
  ],
  [
    'icon',
    'a manifest without name, version and licence',
    'Plums.iconpack',
    buildContainer(
      buildManifest('iconpack', { name: undefined, version: 'two', license: undefined }),
    ),
    { ...first, title: 'Plums', minimum_version: '1.2.0', needed: ['category'] },
  ],
  [
    'icon',
    'a set of Iconify',
    'set.json',
    Buffer.from(plain({ prefix: 'x', icons: { a: { body: '<path d="M0 0h9v9z"/>' } } })),
    { ...first, title: 'x', needed: ['category'] },
  ],
  ['icon', 'an export', 'a.iconpack', unread, { ...first, needed: ['category', 'title'] }],
  [
    'profile',
    'a profile',
    'a.flexbar',
    buildStandardFile('profile'),
    { ...read, license: 'MIT', needed: ['category'] },
  ],
  ['profile', 'an export', 'a.flexbar', unread, { ...first, needed: ['category', 'title'] }],
  [
    'flexpage',
    'a page',
    'a.flexpage',
    buildStandardFile('flexpage'),
    { ...read, license: 'MIT', needed: ['category'] },
  ],
  ['flexpage', 'an export', 'a.flexpage', unread, { ...first, needed: ['category', 'title'] }],
]

describe('form, API and command line propose and need the same fields', () => {
  it.each(TABLE)('%s: %s', async (kind, _, name, bytes, expected) => {
    const stored = name.replace(/ \(1\)\.zip$/, '')
    expect(await inForm(kind, stored, bytes), 'form').toEqual(expected)
    expect(await inApi(stored, bytes), 'API').toEqual(expected)
    expect(await inCli(name, bytes), 'command line').toEqual(expected)
  })

  it('plugin: by the repository in the form, by a package in the command line', async () => {
    const facts: GithubCheck = {
      title: 'Plums',
      description: 'Fruit.',
      version: '1.1.0',
      operating_systems: ['windows'],
      author: 'Ada',
      minimum_version: '1.0.0',
      license: null,
      repository_url: 'https://github.com/ada/plums',
      owner: 'ada',
    }
    const start: CreatorValues = { ...EMPTY_VALUES, cover: picture, gallery: [picture], facts }
    const read = suggestFromRepository(start, { facts, previous: null, published: null })
    const suggested = Object.fromEntries(read.map(({ name, value }) => [name, value]))
    const { repository_url, owner = '' } = facts
    const built = buildRequest({ ...start, repository_url, owner, ...suggested }, 'plugin')
    const inside = await inCli('a.win32.flexplugin', buildPackage(SECOND_GENERATION))
    expect(built.success ? [] : built.errors).toEqual(inside.needed)
    expect(inside).toMatchObject({ operating_systems: ['windows'], needed: ['category'] })
    const names = PROPOSED.filter((name) => name !== 'license')
    expect(Object.keys(inside)).toEqual(expect.arrayContaining(names))
    expect(Object.keys(suggested)).toEqual(expect.arrayContaining(names))
  })

  it('each kind is in the table', () => {
    const kinds = new Set<Kind>([...TABLE.map(([kind]) => kind), 'plugin'])
    expect([...kinds].toSorted()).toEqual(KINDS.toSorted())
  })

  it('no description is needed, and an update without one keeps what there is', () => {
    const fields = { title: 'x', ...first, category: 'other', ...PICTURES }
    expect(createRequestSchema.parse(fields).description).toBe('')
    expect(updateRequestSchema.parse({ id })).toEqual({ id })
  })
})
