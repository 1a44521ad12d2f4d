import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION, ownedBy, startGitHubStub } from '#tests/support/github-stub.ts'
import { createPicture } from '#tests/support/images.ts'
import { sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = 'ENIAC-Tech/Plugin-Example'

const folder = await testFolder()
let count = 0
const github = await stoppedAtEnd(startGitHubStub())
const site = await stoppedAtEnd(startCliSite({ github: { apiUrl: github.url, token: undefined } }))
const first = (version = '1.1.3') => buildPackage(FIRST_GENERATION, { version })
beforeEach(async () => {
  // A plugin is published once: each test has a repository of its own.
  count += 1
  github.add(`${NAME}-${count}`, ownedBy('ada_lovelace'))
  await folder.write('a.win32.flexplugin', first())
  await folder.write('a.darwin.arm64.flexplugin', first())
  await folder.write('cover.png', await createPicture())
  await folder.write('about.md', 'Counts.\n')
  await folder.write(
    'keystrip.json',
    JSON.stringify({
      description: 'about.md',
      category: 'productivity',
      operating_systems: ['windows', 'macos'],
      repository: `https://github.com/${NAME}-${count}`,
      file: ['a.win32.flexplugin', 'a.darwin.arm64.flexplugin'],
      cover: 'cover.png',
      gallery: ['cover.png'],
    }),
  )
})

const run = (args: string[], io: Parameters<typeof runCli>[1] = {}) =>
  runCli([...args, '--json'], { folder: folder.path, env: site.env, ...io })
const idOf = (ran: { out: string }) => z.looseObject({ id: z.string() }).parse(jsonOf(ran)).id
const readPlugin = async (id: string) =>
  CALLS.project.data.parse((await clientOf(site.backend).ask(`/plugin/${id}`)).data)

describe('publish of a plugin', () => {
  it('publishes its packages, with title, version and minimum version of their manifest', async () => {
    const ran = await run(['publish'])
    expect(ran.exit).toBe(0)
    expect(await readPlugin(idOf(ran))).toMatchObject({
      title: 'Example',
      version: '1.1.3',
      packages: [
        { platform: 'win32' },
        { platform: 'darwin-arm64', file: { sha256: sha256(first()) } },
      ],
    })
  })

  it('publishes the next version from CI with the proof of its repository alone, and once', async () => {
    const id = idOf(await run(['publish']))
    await folder.write('b.flexplugin', first('1.2.0'))
    const asked = github.asked.length
    const again = ['publish', '--project', id, '--file', 'b.flexplugin', '--config', 'none.json']
    await folder.write('none.json', '{}')
    expect(jsonOf(await run(again))).toMatchObject({ version: '1.2.0', repeated: false })
    expect(jsonOf(await run(again))).toMatchObject({ version: '1.2.0', repeated: true })
    expect(github.asked.slice(asked).some((path) => path.includes('manifest.json'))).toBe(false)
  })

  it('ends with 3 for a package of another version, and with 2 for two files of another kind', async () => {
    const ran = await run(['publish', '--version', '1.1.4'])
    expect(failureOf(ran)).toEqual([3, 'package_mismatch'])
    await folder.write('pack.iconpack', first())
    const two = ['--file', 'pack.iconpack', '--file', 'pack.iconpack']
    expect((await run(['publish', ...two])).exit).not.toBe(0)
  })

  it('installs the package for this machine, or for the platform that is named', async () => {
    const id = idOf(await run(['publish']))
    const windows = { platform: 'win32' as const, architecture: 'x64' }
    const download = ['install', id, '--download-only']
    expect(jsonOf(await run(download, windows))).toMatchObject({
      file: expect.stringContaining('a.win32.flexplugin'),
      sha256: sha256(first()),
    })
    expect((await run([...download, '--platform', 'darwin-arm64'])).exit).toBe(0)
    expect(await folder.names()).toContain('a.darwin.arm64.flexplugin')
    expect(failureOf(await run(download))).toEqual([3, 'no_package'])
    expect(failureOf(await run([...download, '--platform', 'amiga']))).toEqual([2, 'usage'])
  })
})
