import { createTranslator } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Swatches } from '#components/project/swatches.tsx'
import de from '#messages/de.json' with { type: 'json' }
import en from '#messages/en.json' with { type: 'json' }
import fr from '#messages/fr.json' with { type: 'json' }
import ja from '#messages/ja.json' with { type: 'json' }
import zh from '#messages/zh-cn.json' with { type: 'json' }

let messages = en
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: 'detail.icons.recolour' | 'creator.draw.palettes') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

it.each(Object.entries({ de, en, fr, ja, zh }))(
  'a pack that is had in no other colour has one of three sentences in its place: %s',
  async (_, language) => {
    messages = language
    const texts: string[] = []
    for (const refused of ['no_derivatives', 'unknown_license', 'colours'] as const) {
      const recolouring = { url: '/a', form_url: '/b', refused }
      const html = renderToStaticMarkup(
        await Swatches({ id: 'a', recolouring, install: '', count: 1 }),
      )
      expect(html).not.toContain('<form')
      texts.push(html.replaceAll(/<[^>]+>/g, ''))
    }
    const { no_derivatives, unknown_license, colours } = language.detail.icons.recolour
    expect(texts.map((text) => text.replaceAll('&#x27;', "'"))).toEqual([
      no_derivatives,
      unknown_license,
      colours,
    ])
    expect(new Set(texts)).toHaveLength(3)
  },
)
