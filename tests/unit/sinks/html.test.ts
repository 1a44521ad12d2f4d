import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { render } from '#lib/markdown/render.ts'
import { renderPlain } from '#lib/markdown/plain.ts'
import { installLink } from '#lib/project/install.ts'
import { graph, projectSchemaOrg } from '#lib/seo/json-ld.ts'
import { embedPage } from '#lib/share/embed.ts'
import { buildProject } from '#tests/support/builders.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
const walk = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...('childNodes' in node ? walk(node.childNodes) : [])])
const textOf = (nodes: Node[]) =>
  walk(nodes)
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
const namesOf = (nodes: Node[]) => walk(nodes).map(({ nodeName }) => nodeName)
/** What an HTML parser makes of a text: one kind of line end, no U+0000. */
const inHtml = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
const inAttribute = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')

describe.each(HOSTILE_STRINGS)('%s', (_, text) => {
  it('stays in the script element of JSON-LD, and comes out as it went in', () => {
    const wording = { description: text, category: text, systems: [text] }
    const schema = graph(
      projectSchemaOrg('en', buildProject({ title: text, tags: [text] }), wording),
    )
    const html = renderToStaticMarkup(createElement(JsonLd, { schema }))
    const nodes = parseFragment(html).childNodes
    expect(namesOf(nodes)).toEqual(['script', '#text'])
    const json = textOf(nodes)
    expect(json).not.toMatch(/[<>\u2028\u2029]/)
    expect(JSON.parse(json)).toMatchObject({
      '@graph': [{ name: text, description: text, keywords: text, genre: text }],
    })
  })

  it('stays text in the page that other sites frame', () => {
    const page = embedPage({
      lang: 'en',
      direction: 'ltr',
      site: { name: text, url: 'http://localhost:3000' },
      kind: { kind: 'icon', word: text },
      href: 'http://localhost:3000/home/iconpack/detail/a',
      title: text,
      titleLang: text,
      author: text,
      downloads: text,
      picture: text,
    })
    const nodes = walk(parse(page.html).childNodes)
    const named = (name: string) => nodes.filter(({ nodeName }) => nodeName === name)
    for (const name of ['style', 'a', 'img', 'b', 'div', 'title']) {
      expect(named(name), name).toHaveLength(1)
    }
    expect(named('script')).toEqual([])
    expect(textOf(named('title'))).toBe(inAttribute(`${text} · ${text}`).replaceAll('\0', '\ufffd'))
    const [title] = named('p')
    expect(textOf(title ? [title] : [])).toBe(inHtml(text))
    const [image] = named('img')
    const attributes = image && 'attrs' in image ? image.attrs : []
    expect(attributes.find(({ name }) => name === 'src')?.value).toBe(inAttribute(text))
    expect(attributes.map(({ name }) => name)).toEqual(['src', 'alt', 'width', 'height'])
  })

  it('stays text in a description, formatted or not', () => {
    const outcome = render(text)
    expect(outcome).toHaveProperty('html')
    const html = 'html' in outcome ? outcome.html : ''
    const plain = renderPlain(text, 20_000).html
    for (const name of namesOf(parseFragment(html).childNodes)) {
      expect(['p', 'a', 'b', 'em', 'strong', 'code', 'br', '#text']).toContain(name)
    }
    const nodes = parseFragment(plain).childNodes
    for (const name of namesOf(nodes)) expect(['p', 'br', '#text']).toContain(name)
    const squeeze = (one: string) => one.replaceAll(/\s+/g, '')
    expect(squeeze(textOf(nodes))).toBe(squeeze(inHtml(text.toWellFormed())))
  })

  it('is one value of an install address', () => {
    const url = installLink('designer://install?id={id}&url={url}', {
      kind: 'icon',
      id: text.toWellFormed(),
      url: text.toWellFormed(),
    })
    const query = new URLSearchParams(url.split('?')[1])
    expect([...query.keys()]).toEqual(['id', 'url'])
    expect(query.get('id')).toBe(text.toWellFormed())
    expect(query.get('url')).toBe(text.toWellFormed())
  })
})

it('text after the end of a script stays text', () => {
  const outcome = render('a\n\n</script> *after* <script>x</script> &lt;b&gt;')
  expect(outcome).toMatchObject({ html: '<p>a</p>\n<p> <em>after</em> x &#x3C;b></p>' })
})
