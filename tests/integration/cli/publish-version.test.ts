// @module-tag long
import { describe, expect, it } from 'vitest'
import { CALLS } from '#lib/contract/calls.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { publishedBy, startPublishing } from '#tests/support/cli-project.ts'
import { failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import { buildContainer, buildManifest, buildStandardFile } from '#tests/support/containers.ts'

const { site, folder, titleOf, configure, publish, readProject, versionsOf } =
  await startPublishing()

describe('notes of a version that is published', () => {
  it('corrects the notes of a version: with its file, by its number, and of the current one', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('keystrip.json', '{}')
    const notesOf = async () => {
      const { data } = await clientOf(site.backend).ask(`/icon/${id}/versions`)
      return CALLS.versions.data.parse(data).items[0]?.notes
    }
    const project = ['--project', id, '--kind', 'icon']
    const named = ['--version', '2.1.0', '--notes', 'Two moons.']
    for (const [args, notes] of [
      [['--file', 'pack.iconpack', '--notes', 'A moon.'], 'A moon.'],
      [named, 'Two moons.'],
      [['--notes', 'Three moons.'], 'Three moons.'],
    ] as const) {
      expect((await publish([...project, ...args])).exit).toBe(0)
      expect(await notesOf()).toBe(notes)
    }
    expect(jsonOf(await publish([...project, ...named]))).toMatchObject({ notes_corrected: true })
    expect(await versionsOf(id)).toBe(1)
  })
})

describe('publish of a version that is not the current one', () => {
  it('adds a pre-release, once, and leaves the current version', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('pack.iconpack', buildStandardFile('icon', 2000))
    const args = ['--project', id, '--version', '3.0.0', '--prerelease']
    const first = await publish(args)
    expect(publishedBy(first)).toMatchObject({ version: '3.0.0', repeated: false })
    expect(publishedBy(await publish(args))).toMatchObject({ version: '3.0.0', repeated: true })
    expect((await readProject(id)).version).toBe('2.1.0')
    expect(await versionsOf(id)).toBe(2)
    const { version, ...plain } = { version: '3.0.1', folder: folder.path, env: site.env }
    await folder.write('pack.iconpack', buildStandardFile('icon', 2100))
    const { out } = await runCli(['publish', ...args.with(3, version)], plain)
    expect(out).toMatch(/^Published: “Orchard \d+” 3\.0\.1; the current version stays 2\.1\.0\n/)
  })

  it('takes a pre-release of the manifest as one, and installs it by its number', async () => {
    const { id } = publishedBy(await publish())
    const manifest = buildManifest('iconpack', { version: 'v3.0-beta.1' })
    await folder.write('pack.iconpack', buildContainer(manifest))
    const version = '3.0.0-beta.1'
    const args = ['--project', id]
    expect(publishedBy(await publish(args))).toMatchObject({ version, repeated: false })
    expect(publishedBy(await publish(args))).toMatchObject({ version, repeated: true })
    expect((await readProject(id)).version).toBe('2.1.0')
    const install = ['install', '--json', id, '--version', version, '--output', 'beta.iconpack']
    const installed = await runCli(install, { folder: folder.path, env: site.env })
    expect(jsonOf(installed)).toMatchObject({ version })
  })

  it('does not publish a pre-release as stable, which only keystrip.json could ask for', async () => {
    await configure({ channel: 'stable' })
    const refused = await publish(['--version', '3.0.0-beta.1'])
    expect(failureOf(refused)).toEqual([2, 'usage'])
    expect(refused.out).toContain('publish 3.0.0.')
  })

  it('schedules a version of a published project, and of no other', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('pack.iconpack', buildStandardFile('icon', 2200))
    const time = new Date(Date.now() + 3_600_000).toISOString()
    const args = ['--version', '3.0.0', '--publish-at', time]
    const { out } = await runCli(['publish', '--project', id, ...args], {
      folder: folder.path,
      env: site.env,
    })
    expect(out).toContain(`Scheduled for ${time}: “${titleOf()}” 3.0.0`)
    expect((await readProject(id)).version).toBe('2.1.0')
    const again = await publish(['--project', id, ...args])
    expect([again.exit, publishedBy(again)]).toMatchObject([
      0,
      { version: '3.0.0', repeated: true },
    ])
    expect(await versionsOf(id)).toBe(2)
    await folder.write('pack.iconpack', buildStandardFile('icon', 2300))
    const other = await publish(['--project', id, ...args])
    expect(failureOf(other)).toEqual([3, 'version_not_higher'])
    expect(await publish(args)).toMatchObject({ exit: 2 })
    const wrong = ['--project', id, '--version', '4.0.0', '--publish-at', 'tomorrow']
    expect(await publish(wrong)).toMatchObject({ exit: 2 })
  })
})
