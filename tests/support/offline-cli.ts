import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createFolder, failureOf, jsonOf, runCli } from './cli.ts'
import { buildStandardFile } from './containers.ts'

export const OFFLINE = { KEYSTRIP_SITE: 'https://icons.example', KEYSTRIP_TOKEN: '' }
export const NO_SITE = { KEYSTRIP_SITE: '', KEYSTRIP_TOKEN: '' }
export const ID = 'V1StGXR8Z5'
export const PAGE = `https://icons.example/en/home/iconpack/detail/${ID}`
/** What a new icon pack needs besides its file. */
export const FIELDS = ['--description', 'about.md', '--category', 'nature']

/** The command line in a folder with packs and texts, for the tests of a file. A connection fails the test. */
export function offlineCli() {
  const state = { folder: '', write: async (_name: string, _content: string) => {} }
  let connect: ReturnType<typeof vi.spyOn>
  let remove = async () => {}
  beforeAll(async () => {
    const folder = await createFolder()
    remove = folder.remove
    Object.assign(state, { folder: folder.path, write: folder.write })
    for (const name of ['a.iconpack', 'b.iconpack', '[c].iconpack']) {
      await folder.write(name, buildStandardFile('icon'))
    }
    await folder.write('about.md', 'Trees.')
    await folder.write('more.md', 'Fruit.')
    await folder.write('binary.md', new Uint8Array([0xff, 0xfe]))
    await mkdir(path.join(folder.path, 'packs'))
    await mkdir(path.join(folder.path, 'empty'))
    await folder.write('packs/d.iconpack', buildStandardFile('icon'))
  })
  afterAll(() => remove())
  beforeEach(() => {
    connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('Nothing may be connected to.')
    })
  })
  const ran = async (args: string[], env: Record<string, string> = OFFLINE) => {
    const result = await runCli(args, { folder: state.folder, env })
    expect(connect).not.toHaveBeenCalled()
    return result
  }
  return {
    state,
    ran,
    /** Runs a command that is refused for its arguments. @returns its message. */
    async refused(args: string[], env: Record<string, string> = OFFLINE): Promise<string> {
      const result = await ran([...args, '--json'], env)
      expect(failureOf(result), result.out).toEqual([2, 'usage'])
      expect(result.err).toBe('')
      const { err, out } = await ran(args, env)
      expect(out).toBe('')
      expect(err).toMatch(/^keystrip[^\n]+\(usage\)\n$/)
      return jsonOf(result).error?.message ?? ''
    },
  }
}
