import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/commands.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { CATEGORIES, KINDS, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import { ID, NO_SITE, OFFLINE, offlineCli, PAGE } from '#tests/support/offline-cli.ts'

/* Wrong values of options and arguments: each message has what is accepted. */

const { refused } = offlineCli()

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
    [['publish', '--system', 'mac'], '--system is not valid', `${SYSTEMS}; did you mean macos?`],
    [['publish', '--system', 'linux', '--system', 'Windows'], `${SYSTEMS}; did you mean windows?`],
    [['publish', '--kind', 'icons'], `one of ${KINDS.join(', ')}; did you mean icon?`],
    [['publish', '--version', '1.0'], `--version is not valid: ${VERSIONS}; did you mean 1.0.0?`],
    [
      ['publish', '--minimum-version', '1.2'],
      `--minimum-version is not valid: ${MINIMUM}; did you mean 1.2.0?`,
    ],
    [['publish', '--publish-at', '2026-12-24T18:00:00'], `--publish-at is not valid: ${TIME}`],
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
    [['toString'], 'There is no command “toString”'],
    [[], ...Object.keys(COMMANDS)],
  ])('%j', async (args, ...wanted) => {
    const message = await refused(args)
    for (const words of wanted) expect(message).toContain(words)
  })

  it('names the variable that has the address of the site', async () => {
    expect(await refused(['publish'], { ...OFFLINE, KEYSTRIP_SITE: 'icons.example' })).toContain(
      'KEYSTRIP_SITE is not valid',
    )
    for (const args of [['install', ID], ['publish']]) {
      const message = await refused(args, NO_SITE)
      expect(message).toContain('--site https://example.com')
      expect(message).toContain('KEYSTRIP_SITE')
    }
  })
})
