import { globSync, readFileSync } from 'node:fs'
import { type CssNode, find, findAll, generate, parse } from 'css-tree'
import { describe, expect, it } from 'vitest'

describe.each(globSync('app/*.css'))('%s', (file) => {
  it('has no :has() within another one, for which browsers drop the whole rule', () => {
    const isHas = (node: CssNode) => node.type === 'PseudoClassSelector' && node.name === 'has'
    const nested = findAll(parse(readFileSync(file, 'utf8')), isHas).filter(
      (outer) => find(outer, (inner) => inner !== outer && isHas(inner)) !== null,
    )
    expect(nested.map((node) => generate(node))).toEqual([])
  })
})
