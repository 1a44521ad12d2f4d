import { expect, it } from 'vitest'
import { describedIn } from '#lib/project/described.ts'

const plugin = {
  description: 'Counts.',
  language: 'en' as const,
  translations: [
    { language: 'en' as const, description: 'English of the repository.' },
    { language: 'zh-Hans' as const, description: '计数。' },
  ],
}

it.each([
  ['zh-cn', { description: '计数。', lang: 'zh-Hans' }],
  ['de', { description: 'Counts.', lang: 'en' }],
  // What the author wrote in the form is newer than what the repository had.
  ['en', { description: 'Counts.', lang: 'en' }],
])('a page in %s shows %j', (locale, shown) => {
  expect(describedIn(plugin, locale)).toEqual(shown)
})

it('a project without translations, or in an unknown language, is shown as it was written', () => {
  const plain = { description: 'Counts.', language: null, translations: null }
  expect(describedIn(plain, 'fr')).toEqual({ description: 'Counts.', lang: '' })
})
