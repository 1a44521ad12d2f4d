import { type FileKind, FILE_KINDS } from '#lib/contract/kind-schema.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { PACKAGE_ENDING } from './plugin-package.ts'

/**
 * The formats of project files, in the order in which they are recognised (docs/formats.md). Each has a reader in
 * `backend/services/container/readers.ts`, and a name in `messages/` (`FileFormat`).
 */
export const FILE_FORMATS = [
  /** Ours: a manifest with `format` and `format_version`. */
  'keystrip',
  /** Icon packs of another application: one `<id>.sdIconPack/` folder. */
  'stream-deck-icons',
  /** A set as Iconify publishes it. */
  'iconify-json',
  /** Pictures without a manifest of ours. */
  'folder',
  /** Any other file with the extension of a kind: kept byte for byte, its contents are not shown. */
  'opaque',
] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** Endings of further files that are icon packs: the icons are read, and offered as `.iconpack`. */
const OTHER_ICON_ENDINGS = ['.zip', '.streamdeckiconpack', '.json'] as const

/** The endings of the project files of a kind, in lower case. The first is the one of the specification. */
export const projectEndings = (kind: FileKind): readonly string[] => [
  KIND_TABLE[kind].fileEnding,
  ...(KIND_TABLE[kind].contents === 'icons' ? OTHER_ICON_ENDINGS : []),
]

/** The kind of a project file by its ending (docs/behaviour.md#kinds); `undefined` for any other. */
export function kindOfEnding(ending: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => projectEndings(kind).includes(ending.toLowerCase()))
}

/** A project file that a program has packed once more or named so, and copies of it: `a.iconpack.zip`, `a.iconpack (1).zip`. */
const PACKED_AGAIN =
  /\.(iconpack|flexbar|flexpage|flexplugin|streamdeckiconpack)(?: ?\(\d+\)|[ -]\d{1,3})?\.zip$/i

/** The name of a project file without the `.zip` that was added to its ending; any other name as it is. */
export const projectFileName = (name: string): string =>
  name.replace(PACKED_AGAIN, (_, ending: string) => `.${ending.toLowerCase()}`)

/** The kind of a project file, or of a package of a plugin, by the ending of its name; `undefined` for any other. */
export function kindOfFileName(name: string): Kind | undefined {
  const ending = /\.[^.]*$/.exec(projectFileName(name))?.[0].toLowerCase() ?? ''
  return ending === PACKAGE_ENDING ? 'plugin' : kindOfEnding(ending)
}

/** The first entries of an archive that are not shown, and how many there are: names as displayed, sizes in bytes. */
export type ListedEntries = { count: number; items: { name: string; size: number }[] }
export const LISTED_ENTRIES_MAX = 100
