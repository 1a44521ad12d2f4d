// @module-tag long
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openBackup } from '#scripts/transfer/reader.ts'
import { type ArchiveMember, readMembers, writeMembers } from '#tests/support/backup-archive.ts'
import { openMemorySite, openMemoryTarget, restoreTo } from '#tests/support/memory-site.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/* Archives that other tools have made, or that were changed. Each is refused before it becomes the data of a site. */

const folder = await scratchFolder()
const site = await openMemorySite(folder)
await site.backUp(path.join(folder, 'whole.tar'))
await site.close()
const members = await readMembers(path.join(folder, 'whole.tar'))
/** One database for all: each restore goes on where the one before was refused. */
const target = await openMemoryTarget(path.join(folder, 'target'))
afterAll(() => target.close())

const restore = (from: string) => restoreTo(target, from)
/** Restores an archive of other members. @returns the message that refuses it. */
async function refusal(change: (whole: ArchiveMember[]) => ArchiveMember[]): Promise<string> {
  const file = path.join(folder, 'changed.tar')
  await writeMembers(file, change(members))
  return restore(file).then(
    () => 'It was accepted.',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  )
}

const manifestSchema = z.object({
  manifest: z.looseObject({ objects: z.looseObject({ path: z.string() }) }),
})
const bytes = Buffer.from('bytes')
const isObject = ({ name }: ArchiveMember) => name.startsWith('files/')
const isRows = ({ name }: ArchiveMember) => name.endsWith('.copy.gz')
/** Members with others before the last one, the manifest. */
const withMember = (member: ArchiveMember) => (whole: ArchiveMember[]) =>
  whole.toSpliced(-1, 0, member)

describe('an archive is refused', () => {
  it.each([
    '../outside',
    '/tmp/outside',
    'files/ab/../../outside',
    String.raw`files\ab\outside`,
    'files/xx/abcdefgh',
    'tables/../../outside.copy.gz',
    'tables/now/projects.00001.copy.gz/x',
    'manifest.json/x',
    'session-secret',
  ])('with a part of the name %s', async (name) => {
    expect(await refusal(withMember({ name, bytes }))).toContain('a part that belongs to none')
    expect(await readdir(path.join(folder, 'target'))).toEqual(['files'])
  })

  it('with a name that would steer the terminal, which is not printed', async () => {
    const message = await refusal(withMember({ name: 'files/\u001B[2J\nDone.', bytes }))
    expect(message).toContain(String.raw`"files/\u001b[2J\nDone."`)
  })

  it.each(['symlink', 'link', 'directory', 'character-device', 'fifo'] as const)(
    'with a %s',
    async (type) => {
      const linkname = '/etc/hostname'
      const message = await refusal(
        withMember({ name: 'files/ab/abcdefgh', bytes, type, linkname }),
      )
      expect(message).toMatch(/^The archive \S+ has parts that are no files\.$/)
    },
  )

  it('with a file twice', async () => {
    const twice = members.find(isObject)
    if (!twice) throw new Error('There is no file.')
    const message = await refusal((whole) => [...whole.slice(0, 1), twice, ...whole.slice(1)])
    expect(message).toMatch(/^The backup is damaged: it has the file [\w-]+ twice\.$/)
  })

  it('with rows that become large when they are unpacked', async () => {
    const bomb = await promisify(gzip)(Buffer.alloc(65 * 1024 * 1024))
    const name = members.find(isRows)?.name ?? ''
    const message = await refusal((whole) =>
      whole.map((member) => (member.name === name ? { name, bytes: bomb } : member)),
    )
    expect(message).toBe(`The backup is damaged: ${name}.`)
  })

  it('with a part that is larger than any', async () => {
    const name = 'tables/now/columns.json'
    const message = await refusal(withMember({ name, bytes: Buffer.alloc(1024 * 1024 + 1) }))
    expect(message).toBe(`The backup is damaged: "${name}" is too large.`)
  })

  it('with rows of a table that it does not describe', async () => {
    const name = 'tables/now/pg_authid.00001.copy.gz'
    expect(await refusal(withMember({ name, bytes }))).toBe(`The backup is damaged: ${name}.`)
  })

  it('with parts behind its end, or two beginnings', async () => {
    const late = await refusal((whole) => [...whole, { name: 'files/ab/abcdefgh', bytes }])
    const twice = await refusal((whole) => [...whole.slice(0, 1), ...whole])
    expect([late, twice]).toEqual([
      expect.stringContaining('parts in another order'),
      expect.stringContaining('parts in another order'),
    ])
  })

  it('with the beginning of another backup', async () => {
    const [head, ...rest] = members
    const other = head?.bytes.toString().replace(/"migration":\d/, '"migration":9') ?? ''
    expect(other).not.toBe(head?.bytes.toString())
    const unknown = await refusal(() => [{ name: 'head.json', bytes: Buffer.from(other) }, ...rest])
    expect(unknown).toContain('newer version of the site')
    const id = head?.bytes.toString().replace(/"id":"../, '"id":"zz') ?? ''
    const file = path.join(folder, 'changed.tar')
    await writeMembers(file, [{ name: 'head.json', bytes: Buffer.from(id) }, ...rest])
    const reader = await openBackup({ folder: file }, () => '')
    for await (const member of reader.members) await buffer(member.bytes)
    expect(() => reader.manifest()).toThrow('its beginning is that of another backup')
  })

  it.each(['', 'not an archive', 'x'.repeat(600)])('that is none: %j', async (text) => {
    const file = path.join(folder, 'none.tar')
    await writeFile(file, text)
    await expect(restore(file)).rejects.toThrow(/is no backup|is damaged or cut off/)
  })
})

/** The archive as a folder. @returns its path. */
async function writeFolder(): Promise<string> {
  const copy = path.join(folder, 'changed')
  await rm(copy, { recursive: true, force: true })
  for (const { name, bytes: content } of members) {
    await mkdir(path.dirname(path.join(copy, name)), { recursive: true })
    await writeFile(path.join(copy, name), content)
  }
  return copy
}

describe('a folder is refused', () => {
  it.each(['../whole.tar', '/etc/hostname', 'tables/../../whole.tar'])(
    'whose manifest names the file %s outside',
    async (place) => {
      const copy = await writeFolder()
      const file = path.join(copy, 'manifest.json')
      const { manifest } = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')))
      manifest.objects.path = place
      const sha256 = hash('sha256', JSON.stringify(manifest))
      await writeFile(file, JSON.stringify({ sha256, manifest }))
      await expect(restore(copy)).rejects.toThrow('belongs to none')
    },
  )

  it('with a link in place of a file', async () => {
    const copy = await writeFolder()
    const name = members.find(isObject)?.name ?? ''
    await rm(path.join(copy, name))
    await symlink('/etc/hostname', path.join(copy, name))
    await expect(restore(copy)).rejects.toThrow(`The backup is damaged: ${name}.`)
  })

  it.each([
    ['a table', /authors\.00001\.copy\.gz$/],
    ['the list of files', /objects\.gz$/],
    ['a file', /^files\//],
    ['the manifest', /^manifest\.json$/],
  ])('with a changed byte in %s, which it names', async (_what, pattern) => {
    const copy = await writeFolder()
    const member = members.find(({ name }) => pattern.test(name))
    if (!member) throw new Error('There is no such part.')
    const content = Buffer.from(member.bytes)
    const at = Math.floor(content.length / 2)
    content[at] = (content[at] ?? 0) ^ 1
    await writeFile(path.join(copy, member.name), content)
    await expect(restore(copy)).rejects.toThrow(path.basename(member.name))
  })

  it.each([
    ['a table', /authors\.00001\.copy\.gz$/],
    ['a file', /^files\//],
  ])('without %s, which it names', async (_what, pattern) => {
    const copy = await writeFolder()
    const name = members.find((member) => pattern.test(member.name))?.name ?? ''
    await rm(path.join(copy, name))
    await expect(restore(copy)).rejects.toThrow(name)
  })

  it('of a newer format', async () => {
    const copy = await writeFolder()
    const head = members[0]?.bytes.toString().replace('"format":1', '"format":2') ?? ''
    await writeFile(path.join(copy, 'head.json'), head)
    await expect(restore(copy)).rejects.toThrow(
      /^The backup has format 2, and this version of the site reads format 1: update the site before\.$/,
    )
  })
})

// The last one: the database is complete then.
it('the archive is accepted, and a file that its list does not have is not kept', async () => {
  const message = await refusal(withMember({ name: 'files/ab/abcdefgh', bytes }))
  expect(message).toBe('It was accepted.')
  expect(await target.storage.size('abcdefgh')).toBeNull()
})
