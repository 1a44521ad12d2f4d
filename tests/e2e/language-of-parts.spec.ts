// @module-tag long
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { expect, test } from 'playwright/test'
import { type Kind, KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import { buildProject } from '#tests/support/builders.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'

/** In every text of the projects, and in nothing else. */
const MARK = '印'
const AT = '2026-01-01T00:00:00.000Z'

/** The project whose description states its language itself. */
const STATED = 'p2'

function projectOf(kind: Kind, language: ProjectLanguage | null, id = 'p1') {
  const image = (alt: string) => ({ url: '/api/v1/file/a/a.webp', width: 1200, height: 750, alt })
  const stated = id === STATED ? '---\nlanguage: ko\n---\n' : ''
  return buildProject({
    id,
    kind,
    language,
    title: `${MARK} title`,
    description: `${stated}${MARK} text\n\n# ${MARK} heading\n\n- ${MARK} item`,
    cover: image(`${MARK} cover`),
    gallery: [image(`${MARK} gallery`)],
    attribution: `${MARK} attribution`,
    file:
      KIND_TABLE[kind].source === 'file'
        ? { name: 'a.zip', size: 1, sha256: 'a'.repeat(64), url: '/api/v1/file/a/a.zip' }
        : null,
    keys: kind === 'plugin' ? [{ title: `${MARK} key` }] : null,
  })
}

const stripKey = {
  x: 0,
  width: 300,
  icon: null,
  label: `${MARK} label`,
  background: '#000000',
  foreground: '#ffffff',
  action: { type: 'text', text: 'a' },
}
const PAGES = {
  device: { width: 2170, height: 60 },
  pages: ['a', 'b'].map((id) => ({ id, name: `${MARK} page`, keys: [stripKey] })),
}
const version = { version: '1.0.0', created_at: AT, notes: `${MARK} notes` }
const VERSIONS = [
  version,
  { ...version, version: '0.9.0', yanked_at: AT, yank_reason: `${MARK} reason` },
]

/** A site whose projects are in a language. */
async function startSite(language: ProjectLanguage | null) {
  const backend = await startFaultyBackend()
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', backend.url)
    const [, , , first = '', second = '', third] = pathname.split('/')
    const kind = KINDS.find((one) => one === first) ?? 'icon'
    const project = projectOf(kind, language, second === STATED ? STATED : 'p1')
    // Without a match in the title, a search shows the snippet.
    const snippet = { text: `${MARK} snippet`, ranges: [[0, `${MARK} snippet`.length]] }
    const matches = { title: [], snippet, icons: [] }
    const page = { total: 1, total_is_estimate: false, next: null, term_is_cut: false }
    if (first === 'index' && second === 'icons') {
      const { id, title, author } = project
      const url = '/api/v1/icon/p1/icons/sun.svg'
      const icon = { name: 'sun', url, project: { id, title, author, language } }
      return answer(res, 200, { items: [icon], ...page })
    }
    if (second && ['author', 'categories', 'counts'].includes(second)) return answer(res, 404, null)
    if (second === 'list' || first === 'index') {
      const items = [first === 'index' ? { ...project, matches } : project]
      return answer(res, 200, { items, ...page, term_matches: true, suggestions: [] })
    }
    if (third === 'pages') return answer(res, 200, PAGES)
    if (third === 'versions') return answer(res, 200, { items: VERSIONS })
    if (third === 'related') return answer(res, 200, { items: [project] })
    if (second && third === undefined) return answer(res, 200, project)
    return answer(res, 404, null)
  })
  const web = await startWebApp(backend.url)
  const stop = async () => {
    await web.stop()
    await backend.stop()
  }
  return { url: web.url, stop }
}

type Found = { text: string; lang: string | undefined }
/** Elements whose text has no language of its own, or is not shown. */
const LEFT_OUT = new Set(['title', 'script', 'style', 'template'])

/** The marked texts and alternative texts of a page, with the `lang` that holds for each. */
function markedTexts(
  node: DefaultTreeAdapterMap['node'],
  inherited: string | undefined = undefined,
): Found[] {
  if (node.nodeName === '#text' && 'value' in node) {
    return node.value.includes(MARK) ? [{ text: node.value, lang: inherited }] : []
  }
  if (LEFT_OUT.has(node.nodeName)) return []
  const attributes = 'attrs' in node ? node.attrs : []
  const lang = attributes.find(({ name }) => name === 'lang')?.value ?? inherited
  const alt = attributes.filter(({ name, value }) => name === 'alt' && value.includes(MARK))
  const children = 'childNodes' in node ? node.childNodes : []
  return [
    ...alt.map(({ value }) => ({ text: value, lang })),
    ...children.flatMap((child) => markedTexts(child, lang)),
  ]
}

const CARD = ['title']
const DETAIL = ['title', 'text', 'heading', 'item', 'cover', 'gallery', 'notes', 'attribution']
/** Details of a kind with a strip. */
const STRIP = [...DETAIL, 'page', 'label']
/** Pages, and what they show of a project. */
const SHOWN: [path: string, texts: string[]][] = [
  ['/home/index', CARD],
  ['/de/home/iconpack', CARD],
  ['/home/author/Ada', CARD],
  ['/home/search?q=a', ['title', 'snippet']],
  ['/home/search?q=a&kind=icon&view=icons', CARD],
  ['/home/iconpack/detail/p1', DETAIL],
  ['/ja/home/plugin/detail/p1', [...DETAIL, 'key']],
  ['/zh-cn/home/profile/detail/p1', [...STRIP, 'reason']],
  ['/fr/home/page/detail/p1', STRIP],
  ['/embed/en/icon/p1', CARD],
]

const LANGUAGES = [
  ['ja', 'ja'],
  ['und', ''],
  [null, ''],
] as const

for (const [language, lang] of LANGUAGES) {
  test(`every text of a project in the language ${language} has lang="${lang}" on every page`, async () => {
    const site = await startSite(language)
    try {
      for (const [path, texts] of SHOWN) {
        const found = markedTexts(parse(await (await fetch(site.url + path)).text()))
        expect([...new Set(found.map(({ lang: one }) => one))], path).toEqual([lang])
        const all = found.map(({ text }) => text).join('\n')
        for (const text of texts) expect(all, path).toContain(text)
      }
      const stated = await (await fetch(`${site.url}/home/iconpack/detail/${STATED}`)).text()
      const text = markedTexts(parse(stated)).find((one) => one.text === `${MARK} text`)
      expect(text, 'front matter').toEqual({ text: `${MARK} text`, lang: 'ko' })
      const feed = await (await fetch(`${site.url}/feeds/en/icon.xml`)).text()
      expect(feed).toContain(`<title xml:lang="${lang || 'und'}">${MARK} title</title>`)
      const answered = await fetch(`${site.url}/api/suggestions?q=a&locale=en`)
      expect(await answered.json()).toMatchObject({ data: { items: [{ lang }] } })
    } finally {
      await site.stop()
    }
  })
}
