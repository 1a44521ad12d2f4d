import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type Outline, outlineOf } from '#tests/support/markdown.ts'

const FOLDERS =
  'app backend bench cli components covers demo deploy docs islands lib messages public scripts server tests'.split(
    ' ',
  )
const FILES = globSync(['*', ...FOLDERS.map((folder) => `${folder}/**/*`)])
const DOCUMENTS = FILES.filter((file) => /^(?:docs\/.*|[^/]+)\.md$/.test(file))
const SOURCES = FILES.filter(
  (file) => /^deploy\/|\.(?:tsx?|mjs|css)$/.test(file) && statSync(file).isFile(),
)
/** Also behind code. */
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/|#).*$|\s\/\/\s.*$|\/\*.*\*\//gm
const CITATION = /docs\/[\w./-]+\.md(?:#[\w-]+)?/g
/** A path in a comment, also from a folder of its room on: `services/job/queue.ts`. */
const NAMED_FILE = /(?<![#\w./*])(?:[\w.[\]-]+\/|\(\w+\)\/)*\w[\w.-]*\.(?:tsx?|mjs|css|sql)\b/g
/** A path in back ticks: below a folder of the repository, or the name of a source file. */
const CODE_PATH = new RegExp(
  String.raw`^(?:(?:${FOLDERS.join('|')})/[^\s<>]*|[\w[(][\w./[\]()-]*\.(?:tsx?|mjs))$`,
)

/** Every file and folder by its path, from each of its folders on. */
const known = new Set(
  FILES.flatMap((file) => {
    const parts = file.split('/')
    return parts.map((_, at) => parts.slice(at).join('/'))
  }),
)
const exists = (name: string) => known.has(name) || globSync(name).length > 0

const commentsOf = (source: string) =>
  (readFileSync(source, 'utf8').match(COMMENT_LINE) ?? []).join('\n')

const outlines = new Map<string, Outline>()
function outline(document: string): Outline {
  const read = outlines.get(document) ?? outlineOf(readFileSync(document, 'utf8'))
  outlines.set(document, read)
  return read
}

/** Whether a path of the repository exists and, for a document, has the anchor. */
function resolves(target: string): boolean {
  const [file = '', anchor] = target.split('#')
  return existsSync(file) && (anchor === undefined || outline(file).anchors.has(anchor))
}

it('links between documents and to source files resolve', () => {
  const broken = DOCUMENTS.flatMap((document) =>
    outline(document)
      .links.flatMap(({ href }) => (href === null || /^[a-z]+:/.test(href) ? [] : [href]))
      .map((href) =>
        href.startsWith('#')
          ? document + href
          : path.join(path.dirname(document), decodeURIComponent(href)),
      )
      .filter((target) => !resolves(target))
      .map((target) => `${document}: ${target}`),
  )
  expect(DOCUMENTS).toContain('docs/behaviour.md')
  expect(broken).toEqual([])
})

it('citations of documents in comments resolve', () => {
  const broken = SOURCES.flatMap((source) =>
    [...commentsOf(source).matchAll(CITATION)]
      .filter(([target]) => !resolves(target))
      .map(([target]) => `${source}: ${target}`),
  )
  expect(SOURCES).toContain('lib/contract/limits.ts')
  expect(broken).toEqual([])
})

it('paths in the documents exist', () => {
  // Changes that growth.md describes add files (tests/unit/scripts/growth.test.ts).
  const named = DOCUMENTS.filter((document) => document !== 'docs/growth.md').flatMap((document) =>
    outline(document)
      .codes.filter((code) => CODE_PATH.test(code))
      .map((code) => ({ document, name: code.replace(/\/$/, '').replace(/#.*/, '') })),
  )
  expect(named).toContainEqual({ document: 'docs/walks.md', name: 'lib/session/proxy.ts' })
  expect(named.filter(({ name }) => !exists(name))).toEqual([])
})

it('paths in comments exist', () => {
  const named = SOURCES.flatMap((source) =>
    [...commentsOf(source).matchAll(NAMED_FILE)].map(([name]) => ({ source, name })),
  )
  expect(named).toContainEqual({ source: 'lib/cache/state.ts', name: 'server/pass-to-next.ts' })
  expect(named.filter(({ name }) => !exists(name))).toEqual([])
})
