/** Where an imported document is from: its links and pictures are relative to it. */
export type MarkdownSource = {
  /** https://github.com/owner/name */
  repository: string
  commit: string
  /** Folder of the document in the repository, '' for the root. */
  folder: string
  /**
   * Stored pictures by their resolved absolute address (`resolvePicture`;
   * https://github.com/owner/name/blob|raw/... are normalised to https://raw.githubusercontent.com/owner/name/<commit>/path): what to show.
   */
  pictures: Readonly<Record<string, { url: string; width: number; height: number }>>
}
/** What addresses are resolved by. */
type Place = Pick<MarkdownSource, 'repository' | 'commit' | 'folder'>

const RAW = 'https://raw.githubusercontent.com'
/** Longest address that is resolved, in UTF-16 units. */
const ADDRESS_MAX = 2000
/** A branch, a tag or a commit in an address; of a branch with slashes only the written-out form is recognised. */
const REF = String.raw`(?:refs\/(?:heads|tags)\/)?[^/]+`

/**
 * The absolute address of a link: relative ones lead to the repository at the document's commit, as on GitHub, where
 * `/` is the root of the repository and `../../issues` its issues. `null` for a link that leaves the repository by `../`,
 * for a fragment alone, and for other schemes than `http` and `https`.
 */
export function resolveLink({ repository, commit, folder }: Place, href: string): string | null {
  const address = trimmed(href)
  if (address === '' || address.startsWith('#') || address.length > ADDRESS_MAX) return null
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address)) {
    const url = URL.parse(address, repository)
    return url !== null && /^https?:/.test(url.protocol) ? url.href : null
  }
  const below = folder.split('/').map(encodeURIComponent).join('/')
  const isFromRoot = folder === '' || /^[\\/]/.test(address)
  const path = isFromRoot ? address.replace(/^[\\/]/, '') : `${below}/${address}`
  // `./`: what follows is no scheme and no host, whatever a parser removes from it.
  const url = URL.parse(`./${path}`, `${repository}/blob/${commit}/`)
  return url?.href.startsWith(`${repository}/`) ? url.href : null
}

/**
 * The fragment of an absolute address that leads into the document itself: of its repository, where GitHub shows the document, of
 * one of its branches, or of `README.md` in the document's folder. `null` for any other address.
 */
export function ownFragment({ repository, folder }: Place, address: string): string | null {
  const [url, own] = [new URL(address), new URL(repository)]
  const isBelow = url.pathname.toLowerCase().startsWith(own.pathname.toLowerCase())
  if (url.host !== own.host || !isBelow || url.hash === '') return null
  const path = url.pathname.slice(own.pathname.length)
  const file = OWN_FILE.exec(path)?.[1]
  const readme = `${folder === '' ? '' : `${folder}/`}README.md`
  const isOwn = file === undefined ? OWN_PAGE.test(path) : decoded(file) === readme
  return isOwn ? url.hash.slice(1) : null
}

/** Below the address of a repository: its page or that of a branch, and a file. */
const OWN_PAGE = /^(?:\/tree\/[^/]+)?\/?$/
const OWN_FILE = new RegExp(String.raw`^\/blob\/${REF}\/(.+)$`)

/** An encoded part of an address as it is read; unchanged if it is not well encoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The address of a picture's bytes at the document's commit. `null` for a picture that is not a file of the repository, and for
 * other schemes than `http` and `https`.
 */
export function resolvePicture(source: Place, src: string): string | null {
  const name = new URL(source.repository).pathname.slice(1)
  const escaped = name.replaceAll('.', String.raw`\.`)
  const file = new RegExp(
    String.raw`^https?:\/\/(?:(?:www\.)?github\.com\/${escaped}\/(?:blob|raw)|raw\.githubusercontent\.com\/${escaped})\/${REF}\/([^?#]+)`,
    'i',
  )
  const path = file.exec(resolveLink(source, src) ?? '')?.[1]
  return path === undefined ? null : `${RAW}/${name}/${source.commit}/${path}`
}

/** Addresses with spaces stand between angle brackets in Markdown; authors write both in HTML too. */
function trimmed(address: string): string {
  const text = address.trim()
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1).trim() : text
}

/** Most pictures of a document that are listed. */
const PICTURES_MAX = 40
/** Longest tag and longest target that are read, in UTF-16 units: each is searched for its end anew. */
const CONSTRUCT_MAX = 4000
const TAG = /^<(img|source)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/i
const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g
const TARGET = /^\(\s*(<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))+)/
const LABEL = /^\[([^[\]]+)\]/
const DEFINITION = /^[ \t>]{0,8}\[([^\]\n]{1,999})\]:[ \t]*(?:\n[ \t]*)?(<[^<>\n]*>|\S+)/gm
const FENCE = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})(.*)/

/**
 * The sources of the pictures in a Markdown text, of `![…](…)` as well as of `img` and `source` elements, in their order,
 * without repetitions. Takes constructs by their look: code and comments are skipped, while a picture may be listed that a
 * renderer does not show. Linear in the length of the text.
 */
export function listPictures(markdown: string, maximum = PICTURES_MAX): string[] {
  const text = markdown.replaceAll(/\r\n?/g, '\n')
  const targets = new Map<string, string>()
  for (const [, label = '', target = ''] of text.matchAll(DEFINITION)) {
    const key = labelKey(label)
    if (!targets.has(key)) targets.set(key, plainTarget(target))
  }
  const found = new Set<string>()
  for (const block of blocksOf(text)) {
    for (const source of picturesOf(block, targets)) {
      if (found.size >= maximum) return [...found]
      if (source !== '') found.add(source)
    }
  }
  return [...found]
}

/** The texts between blank lines, fenced code and comments. */
function* blocksOf(text: string): Generator<string> {
  let block: string[] = []
  let fence = ''
  let isComment = false
  for (const line of text.split('\n')) {
    const [, marks = '', info = ''] = FENCE.exec(line) ?? []
    if (fence !== '') {
      if (marks.includes(fence) && info.trim() === '') fence = ''
    } else if (isComment || /^[ \t>]*<!--/.test(line)) {
      const end = line.indexOf('-->')
      isComment = end < 0
      if (!isComment) block.push(line.slice(end + 3))
      continue
    } else if (marks !== '') fence = marks
    else if (line.trim() !== '') {
      block.push(line)
      continue
    }
    yield block.join('\n')
    block = []
  }
  yield block.join('\n')
}

/** Reads a block once from its start to its end; brackets are matched by a stack. */
function* picturesOf(block: string, targets: Map<string, string>): Generator<string> {
  const open: { isPicture: boolean; at: number }[] = []
  const code = codeSpans(block)
  const constructAt = (start: number) => block.slice(start, start + CONSTRUCT_MAX)
  let inner: number | undefined
  for (const { index, 0: mark } of block.matchAll(/\\.|`+|<|!?\[|\]/gs)) {
    if (index < code.end || mark.startsWith('\\')) continue
    if (mark.includes('`')) code.enter(index, mark.length)
    else if (mark === '<') yield* sourcesOf(constructAt(index))
    else if (mark.endsWith('[')) open.push({ isPicture: mark.length > 1, at: index + mark.length })
    else {
      const opened = open.pop()
      if (opened?.isPicture) {
        const after = constructAt(index + 1)
        // A label has no brackets in it.
        const label =
          LABEL.exec(after)?.[1] ?? (inner === opened.at ? block.slice(opened.at, index) : '')
        const target = TARGET.exec(after)?.[1]
        yield target === undefined ? (targets.get(labelKey(label)) ?? '') : plainTarget(target)
      }
    }
    if (/[[\]]/.test(mark)) inner = index + mark.length
  }
}

/** The code spans of a block: a run of backquotes ends at the next one of its length. */
function codeSpans(block: string) {
  const runs = new Map<number, number[]>()
  for (const { index, 0: run } of [...block.matchAll(/`+/g)].toReversed()) {
    const same = runs.get(run.length) ?? []
    runs.set(run.length, same)
    same.push(index)
  }
  return {
    /** Where the code span ends that was entered last. */
    end: 0,
    enter(at: number, length: number) {
      const same = runs.get(length) ?? []
      while ((same.at(-1) ?? Infinity) <= at) same.pop()
      this.end = (same.at(-1) ?? at) + length
    },
  }
}

/** The source of an `img` or `source` element at the start of a text: of a `srcset` its first address. */
function* sourcesOf(text: string): Generator<string> {
  const [, name = '', attributes = ''] = TAG.exec(text) ?? []
  const wanted = name.toLowerCase() === 'img' ? 'src' : 'srcset'
  for (const [, attribute = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (attribute.toLowerCase() !== wanted) continue
    const value = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim()
    yield wanted === 'src' ? value : firstCandidate(value)
    return
  }
}

/** The first address of a `srcset`. */
export const firstCandidate = (srcset: string): string =>
  /[^\s,](?:\S*[^\s,])?/.exec(srcset)?.[0] ?? ''

/** What labels are compared by. The renderer folds their case in both directions too: `ẞ` is `ss`. */
const labelKey = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase()
const plainTarget = (target: string) =>
  (target.startsWith('<') ? target.slice(1, -1) : target)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
