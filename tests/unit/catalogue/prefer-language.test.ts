import { expect, it } from 'vitest'
import { preferLanguage } from '#lib/catalogue/prefer-language.ts'

it('puts projects in the language of a page first, then English ones, each in the order of popularity', () => {
  const projects = (['de', 'ja', 'en', null, 'ja', 'en'] as const).map((language, id) => ({ id, language }))
  const order = (lang: string) => preferLanguage(projects, lang).map(({ id }) => id)
  expect(order('ja')).toEqual([1, 4, 2, 5, 0, 3])
  expect(order('en')).toEqual([2, 5, 0, 1, 3, 4])
}) // prettier-ignore
