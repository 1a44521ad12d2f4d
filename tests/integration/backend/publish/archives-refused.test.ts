import { beforeEach, describe, expect, it } from 'vitest'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  buildKey,
  buildManifest,
  buildContainer,
  buildStandardFile,
  SVG,
} from '#tests/support/containers.ts'
import { storedFiles, NO_FILES, upload } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

const backend = await testBackend()
let ada = ''
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

type Kind = 'icon' | 'profile' | 'flexpage'
const send = (kind: Kind, bytes: Uint8Array) =>
  upload(backend, ada, { name: `mine${KIND_TABLE[kind].fileEnding}`, bytes })

describe('a file that does not match its kind is rejected and leaves nothing', () => {
  const page = [{ id: 'one', name: 'Main', keys: [buildKey({ x: 2100 })] }]
  const unknown = [
    { id: 'one', name: 'Main', keys: [buildKey({ action: { type: 'page', page: 'two' } })] },
  ]
  it.each<[string, Kind, () => Uint8Array, object]>([
    ['five bytes of text', 'icon', () => Buffer.from('hello'), { code: 'plain_text' }],
    ['text as a profile', 'profile', () => Buffer.from('hello'), { code: 'plain_text' }],
    ['an empty archive', 'icon', () => rawZip([]), { code: 'too_small', limit: 64 }],
    [
      'a profile called an icon pack',
      'icon',
      () => buildStandardFile('profile'),
      { code: 'other_kind', kind: 'profile' },
    ],
    [
      'a page called a profile',
      'profile',
      () => buildStandardFile('flexpage'),
      { code: 'other_kind', kind: 'flexpage' },
    ],
    [
      'an icon pack called a page',
      'flexpage',
      () => buildStandardFile('icon'),
      { code: 'other_kind', kind: 'icon' },
    ],
    [
      'a manifest that is no JSON',
      'icon',
      () => buildContainer('{\n  "format": "iconpack", "format_version": 1,\n  icons: []\n}'),
      { code: 'manifest_syntax', entry: 'manifest.json', line: 3, column: 3 },
    ],
    [
      'a manifest with a word that is none',
      'profile',
      () => buildContainer('{\n"format": "profile",\n"format_version": one }'),
      { code: 'manifest_syntax', line: 3, column: 19 },
    ],
    [
      'a manifest that is cut off',
      'profile',
      () => buildContainer('{\n  "format": "profile", "format_version": 1,\n'),
      { code: 'manifest_syntax', line: 3 },
    ],
    [
      'a key that leaves the strip',
      'profile',
      () => buildContainer(buildManifest('profile', { pages: page })),
      { code: 'manifest_field', field: 'pages[0].keys[0]' },
    ],
    [
      'a key that opens a page which is not there',
      'profile',
      () => buildContainer(buildManifest('profile', { pages: unknown })),
      { code: 'manifest_field', field: 'pages[0].keys[0].action.page' },
    ],
    [
      'a profile without pages',
      'profile',
      () => buildContainer(buildManifest('profile', { pages: 'none' })),
      { code: 'manifest_field', field: 'pages' },
    ],
    [
      'a page of two pages',
      'flexpage',
      () =>
        buildContainer(
          buildManifest('flexpage', {
            pages: ['a', 'b'].map((id) => ({ id, name: id, keys: [buildKey()] })),
          }),
        ),
      { code: 'manifest_field', field: 'pages' },
    ],
    [
      'a strip of another device',
      'profile',
      () => buildContainer(buildManifest('profile', { device: { width: 800, height: 60 } })),
      { code: 'manifest_field', field: 'device.width' },
    ],
  ])('%s', async (_, kind, bytes, details) => {
    const answer = await send(kind, bytes())
    expect(answer).toMatchObject({ code: 400, reason: 'bad_archive', details })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('with the field in the original order of the keys', async () => {
    const keys = [buildKey({ x: 500 }), buildKey({ x: 100, label: 'x'.repeat(41) })]
    const pages = [{ id: 'one', name: 'Main', keys }]
    const answer = await send('profile', buildContainer(buildManifest('profile', { pages })))
    expect(answer).toMatchObject({ details: { field: 'pages[0].keys[1].label' } })
  })

  it('with the number of icons or entries, and the limit', async () => {
    const icons = (count: number, ending = 'svg') =>
      Array.from({ length: count }, (_, at) => ({ path: `i${at}.${ending}`, content: SVG }))
    expect(await send('icon', rawZip(icons(10_001)))).toMatchObject({
      details: { code: 'too_many_icons', count: 10_001, limit: 10_000 },
    })
    expect(await send('icon', rawZip(icons(20_001, 'txt')))).toMatchObject({
      details: { code: 'too_many_entries', count: 20_001, limit: 20_000 },
    })
  })
})
