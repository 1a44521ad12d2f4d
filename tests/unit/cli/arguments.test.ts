import { describe, expect, it } from 'vitest'
import { installArguments, publishArguments, validateArguments } from '#cli/arguments.ts'
import { COMMANDS } from '#cli/commands.ts'
import { CATEGORIES, KINDS } from '#lib/contract/kind.ts'
import { createFolder, runCli } from '#tests/support/cli.ts'
import { buildStandardFile } from '#tests/support/containers.ts'

const env = { KEYSTRIP_SITE: 'https://icons.example' }
const ID = 'V1StGXR8Z5'

describe('the arguments of publish', () => {
  it('are the fields of keystrip.json under the names of options', () => {
    const options = publishArguments(
      ['--file', 'a.iconpack', '--tag', 'sun', '--tag', 'moon', '--system', 'linux', '--dry-run'],
      { env },
    )
    expect(options).toMatchObject({
      isDryRun: true,
      isTrusted: false,
      flags: { file: ['a.iconpack'], tags: ['sun', 'moon'], operating_systems: ['linux'] },
    })
    expect(options.origin?.href).toBe('https://icons.example/')
  })

  it('prefer --site to the environment', () => {
    const { origin } = publishArguments(['--site', 'http://localhost:3000/en/home'], { env })
    expect(origin?.href).toBe('http://localhost:3000/')
  })

  it.each([
    ['a site with a password', ['--site', 'https://a:b@icons.example']],
    ['another scheme', ['--site', 'file:///etc']],
  ])('with %s are refused', (_, args) => {
    expect(() => publishArguments(args, { env })).toThrow(
      expect.objectContaining({ exit: 2, code: 'usage' }),
    )
  })

  it('take a pre-release', () => {
    const { flags } = publishArguments(['--version', '2.0.0-beta.1'], { env })
    expect(flags.version).toBe('2.0.0-beta.1')
  })
})

describe('the arguments of install', () => {
  it('take the address of a page, whose site and kind they name', () => {
    const options = installArguments([`https://other.example/de/home/page/detail/${ID}?x=1#top`], {
      env,
    })
    expect(options.project).toMatchObject({ id: ID, kind: 'flexpage' })
    expect(options.origin?.href).toBe('https://other.example/')
  })

  it('take an id on the site of the environment', () => {
    const { origin, project } = installArguments([ID], { env })
    expect([origin.host, project.id, project.kind]).toEqual(['icons.example', ID, null])
  })

  it.each([
    ['another page', ['https://icons.example/en/home/faq']],
    ['an unknown kind', [`https://icons.example/en/home/theme/detail/${ID}`]],
    ['an id with a slash in it', ['https://icons.example/en/home/iconpack/detail/a%2Fb']],
    ['an address without TLS', [`http://icons.example/en/home/iconpack/detail/${ID}`]],
    ['two sites', [`https://a.example/home/iconpack/detail/${ID}`, '--site', 'https://b.example']],
  ])('with %s are refused', (_, args) => {
    expect(() => installArguments(args, { env })).toThrow(
      expect.objectContaining({ exit: 2, code: 'usage' }),
    )
  })
})

describe('categories', () => {
  it('lists those of each kind, or of the kinds that are named', async () => {
    const all = await runCli(['categories'])
    expect(all).toMatchObject({ exit: 0, err: '' })
    expect(all.out.split('\n').map((line) => line.split(':', 1)[0])).toEqual([...KINDS, ''])
    const { out } = await runCli(['categories', 'profile', '--json'])
    expect(JSON.parse(out)).toMatchObject({ categories: { profile: CATEGORIES.profile } })
    const unknown = await runCli(['categories', 'icons'])
    expect([unknown.exit, unknown.out]).toEqual([2, ''])
    expect(unknown.err).toContain('icon, plugin, profile, flexpage')
  })

  it.each([
    ['no kind has', ['--category', 'trees'], 'keystrip categories lists them'],
    ['is missing', [], 'category (one of interface, weather,'],
    [
      'another kind has',
      ['--category', 'audio'],
      'no category of icon: one of interface, weather,',
    ],
  ])('are named where the category %s', async (_, args, message) => {
    const folder = await createFolder()
    await folder.write('a.iconpack', buildStandardFile('icon'))
    await folder.write('about.md', 'Trees.')
    const given = ['publish', '--dry-run', '--file', 'a.iconpack', '--description', 'about.md']
    const ran = await runCli([...given, ...args], { folder: folder.path, env })
    await folder.remove()
    expect(ran).toMatchObject({ exit: 2, out: '' })
    expect(ran.err).toContain(message)
  })
})

it('a description that is no path is answered with what the option takes', async () => {
  const folder = await createFolder()
  await folder.write('a.iconpack', buildStandardFile('icon'))
  const args = ['publish', '--dry-run', '--file', 'a.iconpack', '--description', 'Trees and fruit']
  const ran = await runCli(args, { folder: folder.path, env })
  await folder.remove()
  expect(ran.exit).toBe(1)
  expect(ran.err).toContain('--description is the path of a Markdown file. Trees and fruit: ')
})

describe('the program', () => {
  it('validates files whose names begin like options after --', () => {
    expect(validateArguments(['--', '--help'])).toEqual(['--help'])
  })

  it.each(['--version', '-V'])('prints its version with %s', async (option) => {
    const { exit, out } = await runCli([option])
    expect([exit, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  it.each(Object.entries(COMMANDS))(
    'shows every option of %s with --help',
    async (name, { options }) => {
      const { exit, out, err } = await runCli([name, '--help'])
      expect([exit, err]).toEqual([0, ''])
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
    },
  )

  it('shows its commands with --help', async () => {
    const { exit, out } = await runCli(['--help'])
    expect(exit).toBe(0)
    for (const name of Object.keys(COMMANDS)) expect(out).toContain(name)
  })
})
