import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PackExportForm } from '#lib/contract/file/pack-export.ts'
import { ICON_LABEL_MAX } from '#lib/contract/name/icon-label.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import {
  entriesOf,
  folder,
  LABELS,
  labelledPacks,
  manifestIn,
  sorted,
  TYPED,
  typedFolder,
} from '#tests/support/labelled-packs.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { recolouringOf, TIDE } from '#tests/support/recolour.ts'
import { buildStreamDeckPack, DRAWING } from '#tests/support/stream-deck.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Names of icons as their authors wrote them, beside their ids. */

let packs: ReturnType<typeof recolouringOf>
let labelled: ReturnType<typeof labelledPacks>
let token = ''
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeAll(async () => {
  packs = recolouringOf(backend)
  labelled = labelledPacks(backend)
})
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
})

const publish = (name: string, bytes: Uint8Array) => labelled.publish(token, name, bytes)

describe('names of icons as typed', () => {
  it.each(['drawn.zip', 'drawn.iconpack'])('come from the names of files in %s', async (name) => {
    const { id } = await publish(name, typedFolder())
    const icons = await labelled.listIcons(id)
    expect(sorted(icons.map((icon) => [icon.name, icon.label]))).toEqual(
      sorted(TYPED.map(([, icon, label]) => [icon, label])),
    )
    // Nothing is added where there is nothing to say.
    expect(icons.find((icon) => icon.name === 'alarm-off')).not.toHaveProperty('label')
  })

  it('come from the list of icons of a Stream Deck pack', async () => {
    const bytes = buildStreamDeckPack({
      icons: [
        { path: 'play.svg', name: 'Play button' },
        { path: 'long.svg', name: `${'長'.repeat(250)}` },
        { path: 'apple.svg', name: 7 },
        { path: 'pear.svg', name: ' \u202e ' },
      ],
      files: { 'icons/play.svg': DRAWING, 'icons/long.svg': DRAWING },
    })
    const { id } = await publish('orchard.streamDeckIconPack', bytes)
    expect(sorted(await labelled.labelsOf(id))).toEqual([
      ['long', '長'.repeat(ICON_LABEL_MAX)],
      ['play', 'Play button'],
    ])
  })

  it('come from the label in a manifest of ours, or its name, and stay in the file as it was made', async () => {
    const icons = [
      { name: 'Sunny', label: 'Soleil d’été', file: 'icons/sun.svg' },
      { name: 'Mond', file: 'icons/moon.svg' },
    ]
    const manifest = buildManifest('iconpack', { format_version: 2, icons })
    const bytes = rawZip([
      { path: 'manifest.json', content: JSON.stringify(manifest) },
      ...icons.map(({ file }) => ({ path: file, content: SVG })),
    ])
    const { id, fileId } = await publish('orchard.iconpack', bytes)
    expect(sorted(await labelled.labelsOf(id))).toEqual([
      ['moon', 'Mond'],
      ['sun', 'Soleil d’été'],
    ])
    expect((await labelled.readFile(fileId)).bytes.equals(bytes)).toBe(true)
  })

  it('come from the names in a set of Iconify where these say more than the ids', async () => {
    const body = '<path d="M0 0h16v16z"/>'
    const set = { prefix: 'x', icons: { Größe: { body }, 'sun-low': { body: `${body} ` } } }
    const { id } = await publish('set.json', Buffer.from(JSON.stringify(set)))
    expect(await labelled.labelsOf(id)).toEqual([['grosse', 'Größe']])
  })

  it('are in the standard archive that is made of other formats', async () => {
    const { fileId } = await publish('drawn.zip', typedFolder())
    const { bytes } = await labelled.readFile(fileId)
    const manifest = await manifestIn(bytes)
    expect(manifest.format_version).toBe(2)
    expect(sorted(manifest.icons.map(({ file, label }) => [file, label]))).toEqual(
      sorted(TYPED.map(([, name, label]) => [`icons/${name}.svg`, label])),
    )
  })

  it('are the same for two files, and cleaned of what no title may have', async () => {
    const bytes = folder(['1/太陽.svg', '2/太陽.svg', 'Sun \u202egnp.svg', 'x\u0007\u009b.svg'])
    const { id } = await publish('drawn.zip', bytes)
    expect(sorted(await labelled.labelsOf(id))).toEqual([
      ['1-u592a-u967d', '太陽'],
      ['2-u592a-u967d', '太陽'],
      ['sun-gnp', 'Sun gnp'],
    ])
  })

  it('are in the preview of a form, and among the drawings that it marks', async () => {
    const bytes = rawZip([
      { path: '太陽.svg', content: SVG },
      { path: 'Größe.svg', content: '<html xmlns="http://www.w3.org/1999/xhtml"/>' },
    ])
    const id = await uploadFile(backend, token, { name: 'drawn.zip', bytes })
    const headers = { authorization: `Bearer ${token}` }
    const { data: contents } = await backend.get(`/file/${id}/contents`, { headers })
    expect(contents).toMatchObject({
      icons: {
        items: expect.arrayContaining([expect.objectContaining({ label: '太陽' })]),
      },
    })
    const { data: state } = await backend.get(`/file/${id}/state`, { headers })
    expect(state).toMatchObject({ marked: { first: [{ name: 'grosse', label: 'Größe' }] } })
  })
})

describe('files that are made of a pack', () => {
  const exported = async (fileId: string, form: PackExportForm) =>
    (await packs.ask(`/file/${fileId}/exports/${form}/x`)).bytes

  it('have its labels: in another colour', async () => {
    const { fileId } = await publish('drawn.iconpack', typedFolder())
    const { icons } = await manifestIn((await packs.download(fileId, TIDE)).bytes)
    expect(sorted(icons.flatMap(({ file, label }) => (label ? [[file, label]] : [])))).toEqual(
      sorted(LABELS.map(([name, label]) => [`icons/${name}.svg`, label])),
    )
  })

  it('have its labels: in the forms of others, which our readers take', async () => {
    const { fileId } = await publish('drawn.iconpack', typedFolder())
    const plain = await entriesOf(await exported(fileId, 'svg'))
    expect(plain.get('NAMES.txt')?.split('\n')).toContain('u592a-u967d.svg\t太陽')
    for (const [form, name] of [
      ['stream-deck', 'again.streamDeckIconPack'],
      ['iconify', 'again.json'],
    ] as const) {
      const { id } = await publish(name, await exported(fileId, form))
      expect(sorted(await labelled.labelsOf(id))).toEqual(expect.arrayContaining(sorted(LABELS)))
    }
  })

  it('have its labels: a pack that is built of single icons', async () => {
    const { id } = await publish('drawn.iconpack', typedFolder())
    const keys = ['u592a-u967d', 'alarm-off'].map((icon) => ({ pack: id, icon }))
    const answer = await backend.app.request('/api/v1/strip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'iconpack', title: 'My desk', keys }),
    })
    const { icons } = await manifestIn(new Uint8Array(await answer.arrayBuffer()))
    expect(icons).toEqual([
      { name: '太陽', label: '太陽', file: 'icons/u592a-u967d.svg' },
      { name: 'alarm-off', file: 'icons/alarm-off.svg' },
    ])
  })

  it('a comparison of versions names icons by them', async () => {
    const { id } = await publish('drawn.iconpack', typedFolder())
    const file_id = await uploadFile(backend, token, {
      name: 'drawn.iconpack',
      bytes: folder(['太陽.svg', 'Wolke 7.svg']),
    })
    const body = { id, version: '1.1.0', file_id }
    const put = await clientOf(backend).ask('/icon', { method: 'PUT', token, body })
    expect(put).toMatchObject({ code: 200 })
    await waitFor(async () => {
      const { data } = await backend.get(`/icon/${id}/compare/1.0.0/1.1.0`)
      expect(data).toMatchObject({
        contents: {
          items: expect.arrayContaining([
            expect.objectContaining({ name: 'wolke-7', label: 'Wolke 7', change: 'added' }),
            expect.objectContaining({ name: 'grosse', label: 'Größe', change: 'removed' }),
          ]),
        },
      })
    })
  })
})
