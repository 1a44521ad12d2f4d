import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishRestore, openTarget } from '#scripts/transfer/target.ts'
import { newFolder } from '#tests/support/site-data.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const inFolder = (...names: string[]) => path.join(folder, ...names)
const open = () =>
  openTarget({ dataDir: folder, databaseUrl: undefined, storageUrl: undefined }).then(() => 'open')
async function write(...names: string[]) {
  await mkdir(inFolder(...names.slice(0, -1)), { recursive: true })
  await writeFile(inFolder(...names), names.join('/'))
}
/** What a restore has left that was killed when everything was complete. */
async function writeComplete(files: string) {
  await write('database.restoring', 'PG_VERSION')
  await write(files, 'object')
  await write('.restored')
}

it.each(['files.restoring', 'files'])(
  'a restore that was killed while it renamed its folders is ended by the next one (%s)',
  async (files) => {
    await writeComplete(files)
    expect(await finishRestore(folder)).toBe(true)
    expect((await readdir(folder)).toSorted()).toEqual(['database', 'files'])
    expect(await readdir(inFolder('files'))).toEqual(['object'])
    expect(await finishRestore(folder)).toBe(false)
  },
)

it('a site that was started before that keeps its database', async () => {
  await writeComplete('files')
  await write('database', 'mine')
  await expect(finishRestore(folder)).rejects.toThrow(/^The folder \S+database is not empty: /)
  expect(await readdir(inFolder('database'))).toEqual(['mine'])
})

it.each(['database', 'files'])('a folder %s with anything in it is refused', async (name) => {
  await write(name, 'anything')
  await expect(open()).rejects.toThrow(/^The folder \S+ is not empty: [^\n]+\.$/)
  expect(await readdir(inFolder(name))).toEqual(['anything'])
})

it('a link in place of a folder is refused', async () => {
  await mkdir(inFolder('elsewhere'))
  await symlink(inFolder('elsewhere'), inFolder('files'))
  await expect(open()).rejects.toThrow(/files is no folder: remove it to restore there\.$/)
})
