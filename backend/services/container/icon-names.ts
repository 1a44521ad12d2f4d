import { isDeviceName } from '#lib/text/file-name.ts'

/** Names are part of URLs and are searched word by word. */
const NAME_MAX = 100
/** Length of a numeric suffix such as `-20000`. */
const NUMBER_MAX = 6

/**
 * Assigns each icon a unique name for the standard archive: lower-case letters, digits and single
 * hyphens. It is the name of its file; if several files have the same name, the folders in which they
 * differ are added: `4x3/at.svg` and `1x1/at.svg` become `4x3-at` and `1x1-at`. Names that still collide
 * get a number. Deterministic.
 * @param paths unique, with file extensions.
 */
export function nameIcons(paths: string[]): Map<string, string> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const name = slug(stem(path))
    const group = groups.get(name)
    if (group) group.push(path)
    else groups.set(name, [path])
  }
  const names = new Map<string, string>()
  const taken = new Set<string>()
  // Names that are unique already are assigned first, so that no other file takes them.
  for (const [name, group] of groups) {
    const [path] = group
    if (group.length > 1 || path === undefined) continue
    names.set(path, name)
    taken.add(name)
  }
  const counters = new Map<string, number>()
  for (const group of groups.values()) {
    if (group.length === 1) continue
    const shared = sharedFolders(group)
    for (const path of group) {
      const name = makeUnique(slug(path.split('/').slice(shared).join('/').replace(EXTENSION, '')))
      names.set(path, name)
      taken.add(name)
    }
  }
  return names

  function makeUnique(name: string): string {
    if (!taken.has(name)) return name
    let candidate = name
    for (let number = counters.get(name) ?? 2; taken.has(candidate); number += 1) {
      candidate = `${cut(name, NAME_MAX - NUMBER_MAX)}-${number}`
      counters.set(name, number + 1)
    }
    return candidate
  }
}

const EXTENSION = /\.[^./]*$/

/** File name without folders and extension. */
export const stem = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(EXTENSION, '')

/** All but letters, digits, emoji and the parts of flags. The fillers of Hangul are letters without a shape. */
const NO_NAME =
  /(?:(?!\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}))+/gu

/** `AlarmClock` → `alarm-clock`, `Größe` → `grosse`; letters of other scripts and emoji by their code points. */
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z0-9])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(NO_NAME, '-')
    .replaceAll(/[^a-z0-9-]/gu, (letter) => `-u${letter.codePointAt(0)?.toString(16) ?? ''}-`)
    .replaceAll(/-{2,}/g, '-')
  const name = cut(plain.replace(/^-/, ''), NAME_MAX) || 'icon'
  // Windows unpacks no file of such a name, whatever its ending.
  return isDeviceName(name) ? `${name}-icon` : name
}

const cut = (name: string, length: number) => name.slice(0, length).replace(/-+$/, '')

/** How many leading folders all paths have in common. */
function sharedFolders(paths: string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  let shared = first.length
  for (const folders of others) {
    let depth = 0
    while (depth < shared && folders[depth] === first[depth]) depth += 1
    shared = depth
  }
  return shared
}
