import type { ParseArgsOptionDescriptor } from 'node:util'

const PROJECT_FILES =
  'icon packs (.iconpack, .zip, .streamDeckIconPack, .json), profiles (.flexbar), pages (.flexpage)'

/** An option, as it is parsed and as it is shown in the help. */
export type Option = ParseArgsOptionDescriptor & {
  /** What its value is called in the help. */
  value?: string
  about: string
}
type Options = Record<string, Option>
type Command = { usage: string; about: string; options: Options }

const GENERAL = {
  json: { type: 'boolean', about: 'one JSON object on standard output, errors included' },
  help: { type: 'boolean', short: 'h', about: 'this text' },
} as const satisfies Options
const SITE = {
  site: { type: 'string', value: 'URL', about: 'the site; by default KEYSTRIP_SITE' },
} as const satisfies Options

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const
const list = (value: string, about: string) =>
  ({ type: 'string', multiple: true, value, about }) as const
const flag = (about: string) => ({ type: 'boolean', about }) as const

/** Which newer versions are wanted. */
const WANTED = {
  prerelease: flag('pre-releases too'),
  system: text('NAME', 'where they are to run: macos, windows, linux or other'),
  application: text('X.Y.Z', 'version of the application there'),
  'min-age': text('DAYS', 'only what has been published for so long'),
} as const satisfies Options

/** The commands with their options, as parsed and as shown in the help. */
export const COMMANDS = {
  validate: {
    usage: 'keystrip validate FILE…',
    about: `Validates files as the site does, and names their format: ${PROJECT_FILES} and packages of plugins (.flexplugin).`,
    options: { ...GENERAL },
  },
  categories: {
    usage: 'keystrip categories [KIND…]',
    about: 'Lists the categories of each kind: icon, plugin, profile and flexpage.',
    options: { ...GENERAL },
  },
  publish: {
    usage: 'keystrip publish [--project ID] [--file FILE] …',
    about:
      'Publishes a new project, or a version or change of one. keystrip.json may hold the fields; options replace them.',
    options: {
      ...SITE,
      config: text('FILE', 'the configuration; by default keystrip.json, if there is one'),
      project: text(
        'ID|ADDRESS',
        'the project to change, by its id or the address of its page; without it a new one is published',
      ),
      kind: text('KIND', 'icon, plugin, profile or flexpage; by default that of the file'),
      file: list(
        'FILE',
        'the file of the project, or a pattern; packages of a plugin, one for each system',
      ),
      'names-encoding': text(
        'NAME',
        'encoding of the names in the file, one of those that a warning offers, such as macroman',
      ),
      version: text(
        'X.Y.Z',
        'its version; by default that of the file, if its contents are read. X.Y.Z-beta.1 is a pre-release',
      ),
      notes: text('TEXT', 'what is new in the version'),
      'notes-file': text('FILE', 'the same from a Markdown file'),
      title: text('TEXT', 'title; by default that of the file, if its contents are read'),
      tagline: text('TEXT', 'what it is for, in one line'),
      description: text('FILE', 'path of a Markdown file with the description'),
      category: text('NAME', 'category, one that keystrip categories lists'),
      tag: list('TAG', 'tag; may be repeated'),
      system: list('NAME', 'macos, windows, linux, other or all; may be repeated'),
      'minimum-version': text('X.Y.Z', 'oldest version of the application'),
      language: text('TAG', 'language of the texts; detected by default'),
      license: text('SPDX', 'licence; by default that of the file'),
      repository: text('URL', 'repository of a plugin'),
      prerelease: flag('publishes the version as a pre-release, which is not the current one'),
      'publish-at': text(
        'TIME',
        'publishes the version later: date and time with its zone, such as 2026-12-24T18:00:00Z',
      ),
      refresh: flag('reads the repository of a plugin again'),
      cover: text('FILE', 'cover; drawn from the file if a new project has none'),
      gallery: list('FILE', 'picture of the gallery; up to three'),
      trusted: flag(
        'gets the token from the identity of the running job (GitHub, GitLab, Forgejo)',
      ),
      'dry-run': flag(
        'checks everything that needs no site, shows what would be sent, and connects to nothing',
      ),
      ...GENERAL,
    },
  },
  outdated: {
    usage: 'keystrip outdated FILE|FOLDER…',
    about:
      'Says what is newer than local files, and which were withdrawn. Only their hashes are sent.',
    options: { ...SITE, ...WANTED, ...GENERAL },
  },
  update: {
    usage: 'keystrip update FILE|FOLDER…',
    about: 'Replaces local files by newer versions, and hands plugins to the running application.',
    options: {
      ...SITE,
      ...WANTED,
      platform: text('NAME', 'package for another platform, such as darwin-arm64'),
      'accept-rights': flag('also what may do more than before'),
      'download-only': flag('leaves the application alone'),
      port: text('PORT', 'port of the application'),
      ...GENERAL,
    },
  },
  install: {
    usage: 'keystrip install ADDRESS|ID',
    about:
      'Downloads what a project needs and then the project, checks hashes, and hands plugins to the running application.',
    options: {
      ...SITE,
      version: text('X.Y.Z', 'an earlier version'),
      platform: text('NAME', 'package for another platform, such as darwin-arm64'),
      output: text('PATH', 'file or folder to write to; by default the working folder'),
      'download-only': flag('leaves the application alone'),
      original: flag('the file as it was uploaded, where another one is installed'),
      alone: flag('without what it needs'),
      force: flag('replaces other files of these names'),
      port: text('PORT', 'port of the application'),
      ...GENERAL,
    },
  },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS
export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name)

const WIDTH = 28

/** The help of the program. */
export function generalHelp(version: string): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, { about }]) => `  ${name.padEnd(12)}${about}`,
  )
  return [
    `keystrip ${version}`,
    '',
    'Usage: keystrip COMMAND [OPTION…]',
    '',
    ...commands,
    '',
    'keystrip COMMAND --help shows the options of a command, keystrip --version the version.',
    'Exit codes: 0 done, 1 failed, 2 usage, 3 refused by the site, 4 not valid,',
    '5 site or application unreachable, 6 wrong hash, 130 interrupted.',
    '',
  ].join('\n')
}

export function commandHelp(name: CommandName): string {
  const { usage, about, options }: Command = COMMANDS[name]
  const rows = Object.entries(options).map(([option, { value, about: what, short }]) => {
    const shown = `--${option}${value === undefined ? '' : ` ${value}`}${short ? `, -${short}` : ''}`
    return `  ${shown.padEnd(WIDTH)}${what}`
  })
  return [`Usage: ${usage}`, '', about, '', ...rows, ''].join('\n')
}
