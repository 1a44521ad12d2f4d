import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { fromBufferPromise } from 'yauzl'
import { iconPackManifestSchema } from '#lib/contract/file/container.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { files } from '#backend/db/tables.ts'
import type { TestBackend } from './backend.ts'
import { SVG } from './containers.ts'
import { publishProject, uploadFile } from './publishing.ts'
import { rawZip } from './raw-zip.ts'

/* Packs whose icons have names as their authors wrote them, beside their ids. */

/** Names of files in five scripts, one of them from right to left, with the ids and labels of their icons. */
export const TYPED = [
  ['太陽.svg', 'u592a-u967d', '太陽'],
  ['Größe.svg', 'grosse', 'Größe'],
  ['Play button.svg', 'play-button', 'Play button'],
  ['AlarmClock.svg', 'alarm-clock', 'AlarmClock'],
  ['alarm-off.svg', 'alarm-off', undefined],
  ['שמש.svg', 'u5e9-u5de-u5e9', 'שמש'],
  ['Солнце.svg', 'u441-u43e-u43b-u43d-u446-u435', 'Солнце'],
  ['ｶﾒﾗ.svg', 'u30ab-u30e1-u30e9', 'ｶﾒﾗ'],
] as const

export const folder = (names: readonly string[]) =>
  rawZip(names.map((path) => ({ path: `drawn/${path}`, content: SVG })))
export const typedFolder = () => folder(TYPED.map(([path]) => path))

export const LABELS = TYPED.flatMap(([, name, label]) => (label ? [[name, label]] : []))
export const sorted = (pairs: (readonly unknown[])[]) => pairs.map((pair) => [...pair]).toSorted()

export async function entriesOf(bytes: Uint8Array) {
  const archive = await fromBufferPromise(Buffer.from(bytes))
  const entries = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return entries
}
export async function manifestIn(bytes: Uint8Array) {
  const json: unknown = JSON.parse((await entriesOf(bytes)).get('manifest.json') ?? '')
  return iconPackManifestSchema.parse(json)
}
/** What accounts and visitors do with such packs. */
export function labelledPacks(backend: TestBackend) {
  const listIcons = async (id: string) =>
    packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data).items
  return {
    /** Publishes an upload. @returns its project and file. */
    async publish(token: string, name: string, bytes: Uint8Array) {
      const fileId = await uploadFile(backend, token, { name, bytes })
      const { id } = await publishProject(backend, token, { license: 'MIT', file_id: fileId })
      return { id, fileId }
    },
    listIcons,
    /** Id and label of each icon that has a label. */
    labelsOf: async (id: string) =>
      (await listIcons(id)).flatMap(({ name, label }) => (label ? [[name, label]] : [])),
    /** The row and the bytes of a file. */
    async readFile(fileId: string) {
      const [file] = await backend.db.select().from(files).where(eq(files.id, fileId))
      if (!file) throw new Error('no file')
      const bytes = await backend.storage.readBytes(file.key, { start: 0, end: file.size - 1 })
      return { file, bytes: Buffer.from(bytes) }
    },
  }
}
