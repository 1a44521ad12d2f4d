/** Names stand in addresses, and are found by their words. */
const NAME_MAX = 100
/** Room that a number behind a name needs: `-20000`. */
const NUMBER_MAX = 6

/**
 * Gives each icon a name as the standard archive has them: lower-case letters, digits and single
 * hyphens. An icon is called like its file; where files in several folders are called alike, by the
 * folders in which they differ: `4x3/at.svg` and `1x1/at.svg` become `4x3-at` and `1x1-at`. What is
 * still the same gets a number. The same paths give the same names.
 * @param paths all different, each with an ending.
 */
export function nameIcons(paths: string[]): Map<string, string> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const name = slug(stem(path))
    const known = groups.get(name)
    if (known) known.push(path)
    else groups.set(name, [path])
  }
  const names = new Map<string, string>()
  const taken = new Set<string>()
  /** Those that are alone with their name keep it, whatever the others become. */
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
      const name = free(slug(path.split('/').slice(shared).join('/').replace(ENDING, '')))
      names.set(path, name)
      taken.add(name)
    }
  }
  return names

  function free(name: string): string {
    if (!taken.has(name)) return name
    let candidate = name
    for (let number = counters.get(name) ?? 2; taken.has(candidate); number += 1) {
      candidate = `${cut(name, NAME_MAX - NUMBER_MAX)}-${number}`
      counters.set(name, number + 1)
    }
    return candidate
  }
}

const ENDING = /\.[^./]*$/

/** What a file is called, without folders and ending. */
export const stem = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(ENDING, '')

/** `AlarmClock` → `alarm-clock`, `Größe` → `grosse`; what is not Latin by its code points. */
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z0-9])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/[^a-z0-9-]/gu, (letter) => `-u${letter.codePointAt(0)?.toString(16) ?? ''}-`)
    .replaceAll(/-{2,}/g, '-')
  return cut(plain.replace(/^-/, ''), NAME_MAX) || 'icon'
}

const cut = (name: string, length: number) => name.slice(0, length).replace(/-+$/, '')

/** In how many folders all of some files lie together. */
function sharedFolders(paths: string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  let shared = first.length
  for (const folders of others) {
    let at = 0
    while (at < shared && folders[at] === first[at]) at += 1
    shared = at
  }
  return shared
}
