import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SHAPES } from '#components/ui/icon-shapes.ts'
import { Icon } from '#components/ui/icons.tsx'
import { iconModule } from '#scripts/generate-icons.ts'

/** Without what the formatter decides. */
const bare = (source: string) => source.replaceAll(/["'\s]|,(?=\s*[\]}])/g, '')

it('the icons are those of the installed Lucide set; else run `npm run icons`', () => {
  const generated = readFileSync('components/ui/icon-shapes.ts', 'utf8')
  expect(bare(generated)).toBe(bare(iconModule()))
})

it('an icon is drawn from its shapes and hidden from screen readers', () => {
  expect(SHAPES.x).toEqual([['path', { d: 'M18 6L6 18M6 6l12 12' }]])
  const html = renderToStaticMarkup(<Icon name="x" className="size-4" />)
  expect(html).toContain('<path d="M18 6L6 18M6 6l12 12"></path></svg>')
  expect(html).toContain('aria-hidden="true"')
})
