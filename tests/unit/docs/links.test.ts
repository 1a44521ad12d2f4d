import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { outlineOf } from '#tests/support/markdown.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'])
const SOURCES = globSync(
  ['*.ts', '*.mjs', ...folders('app backend cli components lib scripts server bench tests')],
  { exclude: ['tests/unit/docs/**'] },
)
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/).*$/gm
const CITATION = /docs\/[\w./-]+\.md(?:#[\w-]+)?/g

function folders(names: string): string[] {
  return names.split(' ').map((name) => `${name}/**/*.{ts,tsx}`)
}

const commentsOf = (source: string) =>
  (readFileSync(source, 'utf8').match(COMMENT_LINE) ?? []).join('\n')

const anchors = new Map<string, Set<string>>()
function hasAnchor(document: string, anchor: string): boolean {
  const known = anchors.get(document) ?? outlineOf(readFileSync(document, 'utf8')).anchors
  anchors.set(document, known)
  return known.has(anchor)
}

/** Whether a path of the repository exists and, for a document, has the anchor. */
function resolves(target: string): boolean {
  const [file = '', anchor] = target.split('#')
  return existsSync(file) && (anchor === undefined || hasAnchor(file, anchor))
}

it('links between documents and to source files resolve', () => {
  const broken = DOCUMENTS.flatMap((document) =>
    outlineOf(readFileSync(document, 'utf8'))
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
