import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { prepareDocument } from '#server/next/document.ts'
import { LOADER } from '#server/next/script-loader.ts'

const NONCE = 'secret-of-the-process'

type Page = { head?: string; content?: string; end?: string; nonce?: string }

/** A document as the framework writes it. */
function page({ head = '', content = '<main>Icons</main>', end = '', nonce }: Page = {}): string {
  const own = nonce === undefined ? '' : ` nonce="${nonce}"`
  return (
    '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>' +
    '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>' +
    `<link rel="preload" as="script" fetchPriority="low"${own} href="/_next/static/chunks/main.js"/>` +
    `<script src="/_next/static/chunks/a.js" async=""${own}></script>` +
    `<script src="/_next/static/chunks/old.js" noModule=""${own}></script>` +
    `<script>theme()</script>${head}</head><body>${content}` +
    `<script id="_R_"${own}>(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"runtimeModuleIds":[7]});</script>` +
    `<script src="/_next/static/chunks/main.js" async=""${own}></script>` +
    `<script${own}>(self.__next_f=self.__next_f||[]).push([0])</script>` +
    `<script${own}>self.__next_f.push([1,"1:\\u003cb\\u003e"])</script>` +
    `<script${own}>self.__next_f.push([1,"2:x"])</script>${end}</body></html>`
  )
}

const prepare = (html: string, nonce?: string) =>
  prepareDocument(Buffer.from(html), { target: '/home/iconpack?sort=name', nonce })

const blockSchema = z.object({ scripts: z.array(z.string()), flight: z.string() })

function prepared(html: string, nonce?: string) {
  const result = prepare(html, nonce)
  if (typeof result === 'string') throw new Error(result)
  const text = result.html.toString()
  const block = /<script type="application\/json" id="page-scripts">(.*?)<\/script>/.exec(text)
  return {
    /** Without the loader, which is the same everywhere. */
    html: text.replace(LOADER, '').replace(/<script(?: nonce="[^"]*")?><\/script>/, ''),
    text,
    block: blockSchema.parse(JSON.parse(block?.[1] ?? '')),
    flight: JSON.parse(result.flight.json.toString()) as unknown,
    hash: /^\/_flight\/([\w-]{27})\//.exec(result.flight.address)?.[1],
  }
}

describe('a document of the framework', () => {
  it('loses its scripts and their data, which a block names; the rest is as it was', () => {
    const { html, block, flight, hash } = prepared(page())
    expect(html).toBe(
      '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>' +
        '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>' +
        '<script>theme()</script></head><body><main>Icons</main>' +
        `<script type="application/json" id="page-scripts">${JSON.stringify(block)}</script></body></html>`,
    )
    expect(block).toEqual({
      scripts: ['/_next/static/chunks/a.js', '/_next/static/chunks/main.js'],
      flight: `/_flight/${hash}/home/iconpack?sort=name`,
    })
    expect(flight).toEqual([
      ['TURBOPACK', { runtimeModuleIds: [7] }],
      ['__next_f', [0]],
      ['__next_f', [1, '1:<b>2:x']],
    ])
  })

  it('has the same data however the framework cut it into pieces', () => {
    const whole = page().replace(
      /<script>self\.__next_f\.push\(\[1,"1.*?<\/script><script>.*?<\/script>/,
      '<script>self.__next_f.push([1,"1:\\u003cb\\u003e2:x"])</script>',
    )
    expect(whole).not.toBe(page())
    expect(prepared(whole).hash).toBe(prepared(page()).hash)
    const other = page().replace('2:x', '2:y')
    expect(prepared(other).hash).not.toBe(prepared(page()).hash)
  })

  it('is prepared in linear time at 2 MB', () => {
    const card = '<article title="a &gt; b"><a href="/x">x</a><!-- --></article>'
    const { html } = prepared(page({ content: card.repeat(2 ** 15) }))
    expect(html.length).toBeGreaterThan(2_000_000)
    // A search from each tag to the end would take minutes.
    expect(prepare(`<html><head>${'<b title="'.repeat(2 ** 18)}`)).toBe('The markup is malformed.')
  })
})

describe('texts that look like scripts stay where they are', () => {
  const push = 'self.__next_f.push([1,"forged"])'
  it.each([
    ['in an attribute', `<a title="<script>${push}</script>">x</a>`],
    ['in a comment', `<!--<script>${push}</script>-->`],
    ['in a style', `<style>/*<script>${push}</script>*/</style>`],
    ['in a noscript element', `<noscript><script>${push}</script></noscript>`],
    ['in a text field', `<textarea></head></body><script>${push}</script></textarea>`],
    ['as data', `<script type="application/ld+json">{"a":"<script>${push}"}</script>`],
    ['as text', `<p>&lt;script&gt;${push}&lt;/script&gt;</p>`],
    ['of another site', `<script src="https://elsewhere.test/_next/static/a.js"></script>`],
    ['of an upload', `<script src="/api/v1/file/_next/static/a.js"></script>`],
    ['beside the files', `<script src="/_next/static/../../api/v1/file/1"></script>`],
  ])('%s', (_where, content) => {
    const { html, flight, block } = prepared(page({ content }))
    expect(html).toContain(content)
    expect(JSON.stringify(flight)).not.toContain('forged')
    expect(block.scripts).toEqual(prepared(page()).block.scripts)
  })

  it('such as scripts without the nonce of the process', () => {
    const planted = `<script>${push}</script><script src="/_next/static/chunks/b.js" async=""></script>`
    const { html, flight, block } = prepared(page({ content: planted, nonce: NONCE }), NONCE)
    expect(html).toContain(planted)
    expect(JSON.stringify(flight)).not.toContain('forged')
    expect(block.scripts).not.toContain('/_next/static/chunks/b.js')
  })
})

it('the data does not contain the nonce, even where a piece of it ends inside', () => {
  const end =
    `<script nonce="${NONCE}">self.__next_f.push([1,"3:${NONCE.slice(0, 5)}"])</script>` +
    `<script nonce="${NONCE}">self.__next_f.push([1,"${NONCE.slice(5)}"])</script>`
  const { flight } = prepared(page({ nonce: NONCE, end }), NONCE)
  expect(JSON.stringify(flight)).toContain('3:$undefined')
  expect(JSON.stringify(flight)).not.toContain(NONCE)
})

it('an address cannot end the block that contains it', () => {
  const result = prepareDocument(Buffer.from(page()), { target: '/home/index?</script><b>' })
  expect(typeof result === 'string' ? result : result.html.toString()).not.toContain('</script><b>')
})

describe('a document that the framework does not write so stays as it is', () => {
  it.each([
    ['without a body', page().replace('</body>', ''), 'It has no head or no body.'],
    ['without a head', page().replace('</head>', ''), 'It has no head or no body.'],
    [
      'without scripts',
      '<html><head></head><body></body></html>',
      'It has no scripts of the framework.',
    ],
    ['cut off in a script', page().slice(0, page().indexOf('[0])')), 'The markup is malformed.'],
    ['cut off in a tag', page().slice(0, page().indexOf('"_R_')), 'The markup is malformed.'],
    [
      'with a script that does more than append data',
      page({ end: '<script>self.__next_f.push([1,""]);more()</script>' }),
      'A script of the framework is unknown.',
    ],
    [
      'with a script that may go on behind its end',
      page({ head: '<script>"<!--<script>"</script>' }),
      'The markup is malformed.',
    ],
  ])('%s', (_what, html, reason) => {
    expect(prepare(html)).toBe(reason)
  })
})
