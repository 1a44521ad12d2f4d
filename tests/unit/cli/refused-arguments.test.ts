import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMANDS, type Option } from '#cli/commands.ts'
import { CATEGORIES, KINDS, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { createFolder, failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import { buildStandardFile } from '#tests/support/containers.ts'

/* Wrong values of every option and argument: each message has what is accepted. None of these commands connects to anything. */

const env = { KEYSTRIP_SITE: 'https://icons.example', KEYSTRIP_TOKEN: '' }
const ID = 'V1StGXR8Z5'
const PAGE = `https://icons.example/en/home/iconpack/detail/${ID}`

let folder: Awaited<ReturnType<typeof createFolder>>
beforeAll(async () => {
  folder = await createFolder()
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
afterAll(() => folder.remove())

let connect: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
    throw new Error('Nothing may be connected to.')
  })
})

const ran = async (args: string[], own: Record<string, string> = env) => {
  const result = await runCli(args, { folder: folder.path, env: own })
  expect(connect).not.toHaveBeenCalled()
  return result
}
/** Runs a command that is refused for its arguments. @returns its message. */
async function refused(args: string[], own = env): Promise<string> {
  const result = await ran([...args, '--json'], own)
  expect(failureOf(result), result.out).toEqual([2, 'usage'])
  expect(result.err).toBe('')
  const { err, out } = await ran(args, own)
  expect(out).toBe('')
  expect(err).toMatch(/^keystrip[^\n]+\(usage\)\n$/)
  return jsonOf(result).error?.message ?? ''
}

const OPTIONS = Object.entries(COMMANDS).flatMap(([command, { options }]) =>
  Object.entries<Option>(options).map(([name, option]) => ({ command, name, option })),
)
const WITH_VALUE = OPTIONS.filter(({ option }) => option.type === 'string')

describe('an option with a value', () => {
  it.each(WITH_VALUE)(
    'is refused without it: $command --$name',
    async ({ command, name, option }) => {
      for (const args of [[`--${name}`], [`--${name}`, '--xyzzy']]) {
        const message = await refused([command, ...args])
        expect(message).toContain(`--${name} lacks its value`)
        expect(message).toContain(`${option.value}: ${option.about}.`)
        expect(message).toContain(`keystrip ${command} --help`)
      }
    },
  )

  it.each(WITH_VALUE.filter(({ name }) => name !== 'notes' && name !== 'tagline'))(
    'is refused with an empty one: $command --$name',
    async ({ command, name, option }) => {
      for (const args of [[`--${name}`, ''], [`--${name}=`], [`--${name}`, '  ']]) {
        const message = await refused([command, ...args])
        expect(message).toContain(`The value of --${name} is empty`)
        expect(message).toContain(option.about)
      }
    },
  )

  it.each(WITH_VALUE.filter(({ option }) => option.multiple !== true))(
    'is refused with two: $command --$name',
    async ({ command, name }) => {
      const message = await refused([command, `--${name}`, 'x', `--${name}`, 'y'])
      expect(message).toContain(`--${name} is given twice`)
    },
  )
})

describe('an option without a value', () => {
  it.each(
    OPTIONS.filter(
      ({ option, name }) => option.type === 'boolean' && !['help', 'json'].includes(name),
    ),
  )('is refused with one: $command --$name', async ({ command, name }) => {
    expect(await refused([command, `--${name}=yes`])).toContain(`--${name} takes no value`)
  })
})

describe('an unknown option', () => {
  it.each(Object.keys(COMMANDS))('is refused by %s', async (command) => {
    for (const option of ['--xyzzy', '-x', '--__proto__', '--constructor']) {
      const message = await refused([command, option])
      expect(message).toContain(`There is no option ${option}`)
    }
  })

  it.each([
    ['publish', '--categroy', '--category'],
    ['publish', '--dryrun', '--dry-run'],
    ['publish', '--notesfile', '--notes-file'],
    ['install', '--versoin', '--version'],
    ['outdated', '--systems', '--system'],
  ])('that is like a known one is named: %s %s', async (command, given, meant) => {
    expect(await refused([command, given])).toContain(`Did you mean ${meant}?`)
  })
})

const TIME = 'a date and time with its zone, such as 2026-12-24T18:00:00Z'
const VERSIONS = 'three numbers such as 1.2.0, or a pre-release such as 1.2.0-beta.1'
const MINIMUM = 'three numbers such as 1.2.0'
const SYSTEMS = `one of ${OPERATING_SYSTEMS.join(', ')}`
const UPDATE_SYSTEMS = 'one of macos, windows, linux, other'
const PLATFORMS = `one of ${PACKAGE_PLATFORMS.join(', ')}`
const PROJECTS =
  'the address of its page, such as https://example.com/en/home/iconpack/detail/ID, or its id'

describe('a wrong value is answered with what is accepted', () => {
  it.each<[string[], ...string[]]>([
    [
      ['publish', '--category', 'nonsense'],
      '--category is not valid',
      ...CATEGORIES.icon,
      'keystrip categories',
    ],
    [
      ['publish', '--kind', 'plugin', '--category', 'nature'],
      `one of ${CATEGORIES.plugin.join(', ')}`,
    ],
    [
      ['publish', '--kind', 'icon', '--category', 'natur'],
      `one of ${CATEGORIES.icon.join(', ')}; did you mean nature?`,
    ],
    [['publish', '--system', 'mac'], '--system is not valid', `${SYSTEMS}; did you mean macos?`],
    [['publish', '--system', 'linux', '--system', 'Windows'], `${SYSTEMS}; did you mean windows?`],
    [['publish', '--kind', 'icons'], `one of ${KINDS.join(', ')}; did you mean icon?`],
    [['publish', '--version', '1.0'], `--version is not valid: ${VERSIONS}; did you mean 1.0.0?`],
    [['publish', '--version', 'v1.2.0'], `${VERSIONS}; did you mean 1.2.0?`],
    [['publish', '--version', '2024.01.05'], `${VERSIONS}.`],
    [
      ['publish', '--minimum-version', '1.2'],
      `--minimum-version is not valid: ${MINIMUM}; did you mean 1.2.0?`,
    ],
    [['publish', '--minimum-version', '1.2.0-beta.1'], `${MINIMUM}.`],
    [['publish', '--publish-at', '2026-12-24T18:00:00'], `--publish-at is not valid: ${TIME}`],
    [['publish', '--publish-at', '2026-12-24'], TIME],
    [['publish', '--publish-at', '24.12.2026 18:00'], TIME],
    [['publish', '--publish-at', '1798138800'], TIME],
    [['publish', '--language', 'english'], '--language is not valid: one of en, '],
    [['publish', '--title', 'x'.repeat(201)], '--title is not valid: at most 200 characters'],
    [['publish', '--tagline', 'x'.repeat(81)], '--tagline is not valid: at most 80 characters'],
    [['publish', '--tag', 'x'.repeat(51)], '--tag is not valid: at most 50 characters'],
    [
      ['publish', ...Array.from({ length: 21 }, () => '--tag=a')],
      '--tag is not valid: at most 20 entries',
    ],
    [['publish', '--license', 'x'.repeat(61)], '--license is not valid: at most 60 characters'],
    [['publish', '--title', 'a\u0007'], 'holds a control character'],
    [
      ['publish', ...Array.from({ length: 4 }, () => '--gallery=a.png')],
      '--gallery is not valid: at most 3 entries',
    ],
    [
      ['publish', ...Array.from({ length: 12 }, () => '--file=a')],
      '--file is not valid: at most 11 entries',
    ],
    [['publish', '--project', '../x'], `--project is not valid: ${PROJECTS}`],
    [['publish', '--project', 'https://icons.example/en/home/faq'], PROJECTS],
    [['publish', 'a.iconpack'], 'name it as --file'],
    [['publish'], '--file', `--kind of project: ${KINDS.join(', ')}`],
    [
      ['publish', '--notes', 'x', '--notes-file', 'y'],
      '--notes and --notes-file exclude each other',
    ],
    [
      ['publish', '--site', 'icons.example'],
      '--site is not valid',
      'did you mean https://icons.example?',
    ],
    [['publish', '--site', 'http://icons.example'], '--site is not valid: an https address'],
    [
      ['publish', '--file', 'a.iconpack', '--file', 'b.iconpack'],
      'Only a plugin has several files',
      'a.iconpack, b.iconpack',
    ],
    [
      ['publish', '--file', '?.iconpack'],
      'Only a plugin has several files',
      'a.iconpack, b.iconpack',
    ],
    [
      ['publish', '--file', 'a.iconpack', '--description', '*.md'],
      '*.md matches 3 files: about.md, binary.md, more.md',
    ],
    [['publish', '--file', 'a.iconpack', '--description', 'binary.md'], 'not text in UTF-8'],
    [
      [
        'publish',
        '--file',
        'a.iconpack',
        '--project',
        PAGE.replace('iconpack', 'plugin'),
        '--kind',
        'icon',
      ],
      'another --kind of project: plugin',
    ],
    [
      ['publish', '--file', 'a.iconpack', '--project', PAGE.replace('icons.', 'other.')],
      'https://other.icons.example'.replace('icons.', ''),
      'https://icons.example',
    ],
    [
      [
        'publish',
        '--project',
        ID,
        '--kind',
        'plugin',
        '--repository',
        'https://gitlab.com/a/b',
        '--dry-run',
      ],
      'repository_url (the address of a repository of GitHub, such as https://github.com/OWNER/NAME)',
    ],
    [['install'], 'Name one project to install', PROJECTS],
    [['install', ID, ID], `“${ID}” is not expected here`],
    [['install', 'a b'], '“a b” names no project', PROJECTS],
    [['install', ID, '--version', 'newest'], `--version is not valid: ${VERSIONS}.`],
    [['install', ID, '--platform', 'windows'], `--platform is not valid: ${PLATFORMS}`],
    [['install', ID, '--platform', 'darwin-arm'], `${PLATFORMS}; did you mean darwin-arm64?`],
    [['install', ID, '--port', '70000'], '--port is not valid: a number from 1 to 65535'],
    [['install', ID, '--output', 'none/x.iconpack'], '--output is in ', 'none, which is no folder'],
    [['install', PAGE, '--site', 'https://icons.example'], 'leave out --site'],
    [['outdated'], 'Name the files or folders'],
    [['outdated', 'empty'], '.iconpack', 'in empty'],
    [
      ['outdated', 'a.iconpack', '--system', 'mac'],
      `--system is not valid: ${UPDATE_SYSTEMS}; did you mean macos?`,
    ],
    [['outdated', 'a.iconpack', '--system', 'all'], `--system is not valid: ${UPDATE_SYSTEMS}`],
    [
      ['outdated', 'a.iconpack', '--application', '2'],
      `--application is not valid: ${MINIMUM}; did you mean 2.0.0?`,
    ],
    [['outdated', 'a.iconpack', '--min-age', 'week'], '--min-age is not valid: a number'],
    [['outdated', 'a.iconpack', '--min-age', '91'], '--min-age is not valid: at most 90'],
    [['outdated', 'a.iconpack', '--min-age', '1.5'], '--min-age is not valid: a whole number'],
    [['outdated', 'a.iconpack', '--min-age=-1'], '--min-age is not valid: at least 0'],
    [['update'], 'Name the files or folders'],
    [['update', 'a.iconpack', '--platform', 'mac'], PLATFORMS],
    [['update', 'a.iconpack', '--port', 'x'], '--port is not valid: a number from 1 to 65535'],
    [['validate'], 'Name the files'],
    [
      ['categories', 'icons'],
      `The kind “icons” is not valid: one of ${KINDS.join(', ')}; did you mean icon?`,
    ],
    [['instal'], 'There is no command “instal”', 'did you mean install?'],
    [[], ...Object.keys(COMMANDS)],
  ])('%j', async (args, ...wanted) => {
    const message = await refused(args)
    for (const words of wanted) expect(message).toContain(words)
  })

  it('names the variable that has the address of the site', async () => {
    expect(await refused(['publish'], { ...env, KEYSTRIP_SITE: 'icons.example' })).toContain(
      'KEYSTRIP_SITE is not valid',
    )
    const message = await refused(['install', ID], { ...env, KEYSTRIP_SITE: '' })
    expect(message).toContain('--site https://example.com')
    expect(message).toContain('KEYSTRIP_SITE')
  })
})

describe('a path that is not that of a file', () => {
  it.each<[string[], string[]]>([
    [['publish', '--file', 'dist/*.iconpack'], ['dist/*.iconpack matches no file in ']],
    [['publish', '--file', 'none.iconpack'], ['none.iconpack: there is no such file in ']],
    [['publish', '--file', 'packs'], ['packs is a folder: name a file. In it are d.iconpack.']],
    [['publish', '--file', 'empty'], ['empty is a folder: name a file.']],
    [['publish', '--file', 'a.iconpack/b.iconpack'], ['it cannot be read (ENOTDIR)']],
    [
      ['publish', '--file', 'a.iconpack', '--description', 'none.md'],
      ['--description is the path of a Markdown file', 'none.md'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--description', 'packs'],
      ['--description is the path of a Markdown file', 'packs is a folder'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--notes-file', 'none-*.md'],
      ['--notes-file is the path of a Markdown file', 'none-*.md matches no file in'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--cover', 'none.png', '--gallery', 'none.png'],
      ['none.png: there is no such file'],
    ],
    [['publish', '--file', 'a.iconpack', '--gallery', '*.png'], ['*.png matches no file in']],
    [['publish', '--config', 'none.json'], ['none.json: there is no such file']],
    [['publish', '--config', 'packs'], ['packs is a folder']],
    [['validate', '*.flexbar'], ['*.flexbar matches no file in ']],
    [['validate', 'packs'], ['packs is a folder: name a file. In it are d.iconpack.']],
    [['outdated', 'none.iconpack'], ['none.iconpack: there is no such file in ']],
    [['update', '*.flexpage'], ['*.flexpage matches no file in ']],
  ])('is named: %j', async (args, wanted) => {
    const result = await ran([...args, '--json'])
    expect(failureOf(result), result.out).toEqual([1, 'no_file'])
    const message = jsonOf(result).error?.message ?? ''
    for (const words of wanted) expect(message).toContain(words)
    if (message.includes('matches no file in')) expect(message).toContain(folder.path)
  })
})

const fields = ['--description', 'about.md', '--category', 'nature']

describe('a pattern that the shell did not expand', () => {
  it.each([
    ['packs/*.iconpack', 'd.iconpack'],
    ['**/d.iconpack', 'd.iconpack'],
    ['{a,z}.iconpack', 'a.iconpack'],
    ['[a].iconpack', 'a.iconpack'],
    ['[c].iconpack', '[c].iconpack'],
  ])('is expanded: %s', async (pattern, name) => {
    const result = await ran(['publish', '--dry-run', '--json', '--file', pattern, ...fields])
    expect(jsonOf(result)).toMatchObject({ ok: true, file: { name } })
  })

  it('is expanded from an absolute path, in keystrip.json from its folder, and for every file to validate', async () => {
    const absolute = path.join(folder.path, 'packs', '*.iconpack')
    const first = await ran(['publish', '--dry-run', '--json', '--file', absolute, ...fields])
    expect(jsonOf(first)).toMatchObject({ file: { name: 'd.iconpack' } })
    await folder.write(
      'packs/keystrip.json',
      JSON.stringify({ file: 'd.*', category: 'nature', description: '../ab*.md' }),
    )
    const second = await ran(['publish', '--dry-run', '--json', '--config', 'packs/keystrip.json'])
    expect(jsonOf(second)).toMatchObject({
      file: { name: 'd.iconpack' },
      fields: { description: 'Trees.' },
    })
    const third = await ran(['validate', '?.iconpack', 'packs/*.iconpack', '--json'])
    expect(jsonOf(third)).toMatchObject({
      files: ['a', 'b', 'd'].map((name) => ({ file: `${name}.iconpack` })),
    })
  })
})

describe('publish --dry-run', () => {
  it('needs neither site nor token, connects to nothing, and says what only the site checks', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', ...fields]
    const unset: Record<string, string>[] = [{}, { KEYSTRIP_SITE: '', KEYSTRIP_TOKEN: '' }]
    for (const own of unset) {
      for (const more of [
        [],
        ['--trusted'],
        ['--project', ID],
        ['--project', `/fr/home/iconpack/detail/${ID}`],
      ]) {
        const json = await ran([...args, ...more, '--json'], own)
        expect(jsonOf(json), json.out).toMatchObject({
          ok: true,
          dry_run: true,
          site: null,
          kind: 'icon',
        })
        const { exit, out, err } = await ran([...args, ...more], own)
        expect([exit, err]).toEqual([0, ''])
        expect(out).toMatch(/^Would publish: .+\n/)
        expect(out).toContain('only the site checks the token')
      }
    }
  })

  it('checks the site if one is named', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', ...fields]
    expect(jsonOf(await ran([...args, '--json']))).toMatchObject({ site: 'https://icons.example' })
    expect(await refused([...args, '--site', 'nowhere'])).toContain('--site is not valid')
  })

  it('refuses what can be checked here', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', '--description', 'about.md']
    expect(await refused(args, { KEYSTRIP_SITE: '', KEYSTRIP_TOKEN: '' })).toContain(
      'category (one of',
    )
  })
})

describe('the address of a project', () => {
  const prefixes = ['', ...LOCALES.map((locale) => `/${locale}`)]
  const addresses = prefixes.flatMap((prefix) => {
    const page = `${prefix}/home/iconpack/detail/${ID}`
    const site = 'icons.example'
    return [
      page,
      `https://${site}${page}`,
      `${site}${page}`,
      `https://${site}${page}/?x=1&y=%20#versions`,
      ` https://${site}${page} `,
    ]
  })
  it.each([ID, ...addresses])('is accepted in place of its id: %s', async (address) => {
    const result = await ran([
      'publish',
      '--dry-run',
      '--json',
      '--title',
      'Orchard',
      '--kind=icon',
      '--project',
      address,
    ])
    expect(jsonOf(result), result.out).toMatchObject({ ok: true, project: ID, kind: 'icon' })
  })

  it('has the kind, and may be in keystrip.json', async () => {
    const config = {
      project: `https://icons.example/ja/home/plugin/detail/${ID}`,
      title: 'Orchard',
    }
    await folder.write('project.json', JSON.stringify(config))
    const args = ['publish', '--dry-run', '--json', '--config', 'project.json']
    expect(jsonOf(await ran(args))).toMatchObject({ ok: true, project: ID, kind: 'plugin' })
    const other = await ran(args, { ...env, KEYSTRIP_SITE: 'https://other.example' })
    expect(failureOf(other)).toEqual([2, 'usage'])
  })

  it('of another site gets no token: that of an address alone is not one that is published to', async () => {
    const args = ['publish', '--title', 'Orchard', '--project', PAGE]
    expect(await refused(args, { KEYSTRIP_SITE: '', KEYSTRIP_TOKEN: '' })).toContain(
      'Name the --site',
    )
  })
})
