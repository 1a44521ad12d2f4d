import { expect, it } from 'vitest'
import { neededBy } from '#lib/creator/needed-by.ts'
import { buildProject } from '#tests/support/builders.ts'

const used = (titles: string[], count = titles.length) => ({
  items: titles.map((title) => buildProject({ id: title, title })),
  used_by: titles,
  used_by_total: count,
})

it('names three projects that need one, and that there are more', () => {
  expect(neededBy(used([]), 'en')).toBeNull()
  expect(neededBy(used(['Desk', 'Studio']), 'en')).toEqual({ count: 2, names: 'Desk, Studio' })
  const many = used(['A', 'B', 'C', 'D'], 40)
  expect(neededBy(many, 'en')).toEqual({ count: 40, names: 'A, B, C …' })
  expect(neededBy(many, 'zh-cn')).toEqual({ count: 40, names: 'A、B、C …' })
})
