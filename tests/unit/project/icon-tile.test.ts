import { expect, it } from 'vitest'
import { countLosses, labelsFor } from '#components/project/drawing-mark.ts'
import { tileHtml, tilesHtml } from '#components/project/icon-tile.ts'

const labels = {
  copy: 'Copy {name}',
  download: 'Download {name}',
  refused: { too_slow: 'too <slow>', other: 'why not' },
  simplified: 'Simplified: without {parts}',
  lost: { animation: 'animation', filter: '<effects>', other: 'some details' },
  locale: 'en',
}
const icon = { name: 'sun', url: '/f/sun.svg' }
const options = { labels, ground: 'dark' } as const

it('a tile in the order of its sheet has no style of its own', () => {
  const cell = { url: '/sheet.svg', column: 3, row: 2 }
  const html = tileHtml({ ...icon, cell }, { ...options, isInOrder: true })
  expect(html).not.toContain('style')
  expect(html.match(/<[a-z]/g)).toHaveLength(3)
  expect(tileHtml({ ...icon, cell }, options)).toContain(
    'style="--sheet:url(&quot;/sheet.svg&quot;);--column:3;--row:2"',
  )
})

it('a tile that no sheet has shows the drawing by its own address', () => {
  const html = tileHtml({ ...icon, tone: 'mono' }, { ...options, isInOrder: true })
  expect(html).toContain(
    'data-tone="mono" data-single="" style="--sheet:url(&quot;/f/sun.svg&quot;)"',
  )
})

it('shows the name that the author wrote, in its own direction, and reads it aloud; what is copied is the id', () => {
  const named = { name: 'u5e9-u5de-u5e9', label: 'שמש "1"', url: '/f/u5e9-u5de-u5e9.svg' }
  const full = '\u2068שמש &quot;1&quot;\u2069 (u5e9-u5de-u5e9)'
  const html = tilesHtml([named], options)
  expect(html).toContain(`<li id="icon-u5e9-u5de-u5e9" title="${full}">`)
  expect(html).toContain('aria-label="Download שמש &quot;1&quot;" dir="auto">שמש &quot;1&quot;</a>')
  expect(html).toContain(`class="needs-script" aria-label="Copy ${full}"`)
  const refused = tileHtml({ ...named, refused: 'too_slow' }, options)
  expect(refused).toContain('<b dir="auto">שמש &quot;1&quot;</b>')
})

it('an icon without a label has no more bytes than its id needs', () => {
  const html = tilesHtml([icon], options)
  expect(html).toBe(tilesHtml([{ ...icon, label: null }], options))
  expect(html).not.toMatch(/dir=|title=/)
})

it('another backend’s file is saved under the name of its icon', () => {
  expect(tileHtml(icon, options)).toContain('download=""')
  expect(tileHtml({ ...icon, url: '/f?1' }, options)).toContain('download="sun.svg"')
})

it('a drawing is saved under a name that Windows takes', () => {
  const html = tileHtml({ name: 'con', url: '/f/con.svg' }, options)
  expect(html).toContain('download="con_.svg"')
})

it('a refused drawing has its reason and no link', () => {
  const html = tileHtml({ ...icon, refused: 'too_slow' }, options)
  expect(html).toContain('too &lt;slow&gt;')
  expect(html).not.toContain('<a')
  expect(tileHtml({ ...icon, refused: 'of another backend' }, options)).toContain('why not')
})

it('a simplified drawing has a disclosure that names what is missing, and the title too', () => {
  const simplified = ['animation', 'filter', 'constructor', 'of another backend']
  const [before, after] = ['<details><summary aria-label="', '</p></details>']
  const why = 'Simplified: without animation, &lt;effects&gt;, and some details'
  const html = tilesHtml([{ ...icon, simplified }], options)
  expect(html).toContain(`title="sun: ${why}"`)
  expect(html).toContain(`${before}sun: ${why}"></summary><p>${why}${after}<a`)
  expect(tileHtml({ ...icon, simplified: [] }, options)).not.toContain('details')
})

it('losses are counted over a pack, the most frequent first', () => {
  const icons = [
    { simplified: ['css'] },
    {},
    { simplified: ['animation', 'filter'] },
    { simplified: ['filter'] },
  ]
  expect(countLosses(icons)).toEqual({
    count: 3,
    losses: [
      ['filter', 2],
      ['css', 1],
      ['animation', 1],
    ],
  })
})

it('what a backend names ends neither attributes nor elements', () => {
  const hostile = `"><script>alert(1)</script>'&`
  for (const harm of [{ name: hostile }, { label: hostile }, { url: `/${hostile}` }]) {
    const html = tilesHtml([{ ...icon, ...harm }], options)
    const parsed = html.replaceAll(/="[^"<>]*"/g, '')
    expect(parsed).not.toMatch(/<script|"/)
    expect(parsed).toMatch(/^<li id(?: title)?><i class data-tone data-single style><\/i>/)
  }
})

it('the page of a pack has only the labels that its icons need', () => {
  const icons = [{ refused: 'too_slow' as const }, { simplified: ['filter'] }, {}]
  expect(labelsFor(icons, labels)).toMatchObject({
    refused: labels.refused,
    lost: { filter: '<effects>', other: 'some details' },
  })
  const none = { other: '' }
  expect(labelsFor([{}], labels)).toEqual({
    locale: 'en',
    simplified: '',
    refused: none,
    lost: none,
  })
})
