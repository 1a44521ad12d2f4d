import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from 'parse5'
import { paths } from '#lib/paths.ts'
import { circumstances } from './report.ts'
import { type Section, table } from './section.ts'
import type { BenchSite } from './site.ts'

/** As the site compresses stored pages (server/compression.ts). */
const BROTLI_QUALITY = 6

type Size = {
  raw: number
  gzip: number
  brotli: number
  elements: number
  /** Bytes of inline flight data, uncompressed. */
  flight: number
  /** Inline scripts that run at once, gzipped, without flight data. */
  inline: number
  /** Scripts of other addresses that run at once, gzipped. */
  scripts: number
  preloads: number
}

/** Sizes of documents as they are sent. */
export async function benchSizes(site: BenchSite): Promise<Section> {
  const projects = await site.projects()
  const subjects: [string, string][] = [
    ['home', paths.home],
    ['list', paths.list('icon')],
    ['search', paths.search({ q: 'icon' })],
  ]
  for (const project of projects) {
    if (subjects.some(([name]) => name === `detail, ${project.kind}`)) continue
    subjects.push([`detail, ${project.kind}`, paths.detail(project)])
    if (project.kind === 'icon') subjects.push(['author', paths.author(project.author.name)])
  }
  const sizes = new Map<string, Size>()
  for (const [name, path] of subjects) sizes.set(name, await measure(site.web, path))
  const rows = [...sizes].map(([name, size]) => [
    name,
    kb(size.raw),
    kb(size.gzip),
    kb(size.brotli),
    String(size.elements),
    `${((size.flight / size.raw) * 100).toFixed(0)} %`,
    kb(size.inline + size.scripts),
    String(size.preloads),
  ])
  const of = (name: string) => sizes.get(name)
  const figure = (name: string, part: keyof Size, unit = 1) => (of(name)?.[part] ?? NaN) / unit
  return {
    text: `## Sizes of documents

Measured by \`npm run bench\` on ${circumstances()}. In kB (1000 bytes), gzip at
level 6, Brotli at quality ${BROTLI_QUALITY}; inline flight data as its share of the HTML; scripts that run before any
intent of the visitor, gzipped: inline ones and those with an address.

${table(['Page', 'HTML', 'gzip', 'Brotli', 'elements', 'flight', 'scripts at once', 'preloads'], rows)}`,
    figures: {
      'home brotli': figure('home', 'brotli', 1000),
      'list brotli': figure('list', 'brotli', 1000),
      'detail brotli': figure('detail, icon', 'brotli', 1000),
      'list elements': figure('list', 'elements'),
      'flight share': Math.max(...[...sizes.values()].map(({ flight, raw }) => flight / raw)) * 100,
      'scripts at once': Math.max(
        ...[...sizes.values()].map(({ inline, scripts }) => (inline + scripts) / 1000),
      ),
    },
  }
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1)

async function measure(base: string, path: string): Promise<Size> {
  const text = await read(`${base}${path}`)
  const elements = elementsOf(parse(text))
  const scripts = elements.filter(({ tagName }) => tagName === 'script').filter(isExecuted)
  const inline = scripts.filter((one) => attribute(one, 'src') === undefined).map(contentOf)
  const isFlight = (content: string) => content.includes('self.__next_f')
  let external = 0
  for (const one of scripts) {
    const src = attribute(one, 'src')
    if (src !== undefined) external += gzipSync(await read(new URL(src, base).href)).length
  }
  const bytes = Buffer.byteLength(text)
  return {
    raw: bytes,
    gzip: gzipSync(text).length,
    brotli: brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      },
    }).length,
    elements: elements.length,
    flight: inline.filter(isFlight).reduce((sum, content) => sum + Buffer.byteLength(content), 0),
    inline: gzipSync(inline.filter((content) => !isFlight(content)).join('\n')).length,
    scripts: external,
    preloads: elements.filter(
      (one) => one.tagName === 'link' && attribute(one, 'rel') === 'preload',
    ).length,
  }
}

async function read(url: string): Promise<string> {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}.`)
  return text
}

type Element = DefaultTreeAdapterTypes.Element

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes
    .filter((child) => defaultTreeAdapter.isElementNode(child))
    .flatMap((child) => [child, ...elementsOf('content' in child ? child.content : child)])
}

const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value

const contentOf = ({ childNodes }: Element) =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Whether a browser with modules runs it: data blocks and `nomodule` scripts it does not. */
function isExecuted(script: Element): boolean {
  const type = attribute(script, 'type') ?? ''
  return (
    ['', 'module', 'text/javascript'].includes(type) && attribute(script, 'nomodule') === undefined
  )
}
