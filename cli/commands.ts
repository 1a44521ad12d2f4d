import type { ParseArgsOptionDescriptor } from 'node:util'

const PROJECT_FILES =
  'icon packs (.iconpack, .zip, .streamDeckIconPack, .json), profiles (.flexbar), pages (.flexpage)'

type Option = ParseArgsOptionDescriptor & {
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

/** The commands with their options, as parsed and as shown in the help. */
export const COMMANDS = {
  validate: {
    usage: 'keystrip validate FILE…',
    about: `Validates files as the site does, and names their format: ${PROJECT_FILES} and packages of plugins (.flexplugin).`,
    options: { ...GENERAL },
  },
  publish: {
    usage: 'keystrip publish [--project ID] [--file FILE] …',
    about:
      'Publishes a new project, or a version or change of one. keystrip.json may hold the fields; options replace them.',
    options: {
      ...SITE,
      config: text('FILE', 'the configuration; by default keystrip.json, if there is one'),
      project: text('ID', 'the project to change; without it a new one is published'),
      kind: text('KIND', 'icon, plugin, profile or flexpage; by default that of the file'),
      file: list('FILE', 'the file of the project; packages of a plugin, one for each system'),
      version: text(
        'X.Y.Z',
        'its version; by default that of the file, if its contents are read. X.Y.Z-beta.1 is a pre-release',
      ),
      notes: text('TEXT', 'what is new in the version'),
      'notes-file': text('FILE', 'the same from a Markdown file'),
      title: text('TEXT', 'title; by default that of the file, if its contents are read'),
      tagline: text('TEXT', 'what it is for, in one line'),
      description: text('FILE', 'description, a Markdown file'),
      category: text('NAME', 'category'),
      tag: list('TAG', 'tag; may be repeated'),
      system: list('NAME', 'macos, windows, linux, other or all; may be repeated'),
      'minimum-version': text('X.Y.Z', 'oldest version of the application'),
      language: text('TAG', 'language of the texts; detected by default'),
      license: text('SPDX', 'licence; by default that of the file'),
      repository: text('URL', 'repository of a plugin'),
      prerelease: flag('publishes the version as a pre-release, which is not the current one'),
      'publish-at': text('TIME', 'publishes the version later, for example 2026-12-24T18:00:00Z'),
      refresh: flag('reads the repository of a plugin again'),
      cover: text('FILE', 'cover; drawn from the file if a new project has none'),
      gallery: list('FILE', 'picture of the gallery; up to three'),
      trusted: flag(
        'gets the token from the identity of the running job (GitHub, GitLab, Forgejo)',
      ),
      'dry-run': flag('checks everything, shows what would be sent, and sends nothing'),
      ...GENERAL,
    },
  },
  install: {
    usage: 'keystrip install ADDRESS|ID',
    about: 'Downloads a project, checks its hash, and hands a plugin to the running application.',
    options: {
      ...SITE,
      version: text('X.Y.Z', 'an earlier version'),
      platform: text('NAME', 'package for another platform, such as darwin-arm64'),
      output: text('PATH', 'file or folder to write to; by default the working folder'),
      'download-only': flag('leaves the application alone'),
      original: flag('the file as it was uploaded, where another one is installed'),
      force: flag('replaces another file of that name'),
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
    ([name, { about }]) => `  ${name.padEnd(10)}${about}`,
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

/** The help of a command. */
export function commandHelp(name: CommandName): string {
  const { usage, about, options }: Command = COMMANDS[name]
  const rows = Object.entries(options).map(([option, { value, about: what, short }]) => {
    const shown = `--${option}${value === undefined ? '' : ` ${value}`}${short ? `, -${short}` : ''}`
    return `  ${shown.padEnd(WIDTH)}${what}`
  })
  return [`Usage: ${usage}`, '', about, '', ...rows, ''].join('\n')
}
