import { type CssNode, generate, parse, type Selector, walk } from 'css-tree'
import { expect, test } from 'playwright/test'

/** Whether a part of a selector is a tag, class, id or attribute, or a choice of such. */
function isName(part: CssNode): boolean {
  if (part.type !== 'PseudoClassSelector') return generate(part) !== '*'
  if (part.name !== 'is' && part.name !== 'where') return false
  const choices = part.children?.first?.type === 'SelectorList' ? part.children.first.children : []
  return [...choices].every((one) => one.type === 'Selector' && one.children.some(isName))
}

/**
 * Selectors of a style sheet, also those inside `:is()`, that look for a change by `:has()` or `:empty` on one element and style another one
 * without a name. Chromium then styles every element of the page again after each change that the `:has()` of any rule looks at.
 */
function unboundedSelectors(css: string): string[] {
  const found: string[] = []
  walk(parse(css, { parseValue: false }), {
    visit: 'Selector',
    enter(selector: Selector) {
      const parts = selector.children.toArray()
      const last = parts.findLastIndex(({ type }) => type === 'Combinator')
      const before = parts.slice(0, Math.max(last, 0)).map((part) => generate(part))
      if (!parts.slice(last + 1).some(isName) && /:has\(|:empty/.test(before.join('')))
        found.push(generate(selector))
    },
  })
  return found
}

test('a change within a page makes the browser style a part of it again, not all', async ({
  request,
}) => {
  const html = await (await request.get('/home/iconpack')).text()
  const addresses = [...new Set(html.match(/\/_next\/static\/[^"' ]+\.css/g))]
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) {
    const css = await (await request.get(address)).text()
    expect(css).toContain('{')
    expect(unboundedSelectors(css), address).toEqual([])
  }
})

test('a selector that styles any element below a changed one is found', () => {
  expect(unboundedSelectors('.a:is(:where(.b):has(:checked) *) {}')).toHaveLength(1)
  expect(unboundedSelectors('.a:has(:checked) > * {} .a:not(:empty) ~ * {}')).toHaveLength(2)
  expect(unboundedSelectors('.a:has(:checked) .b {} .a > * {} .a:has(:checked) {}')).toEqual([])
})
