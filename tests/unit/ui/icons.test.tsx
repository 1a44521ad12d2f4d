import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SHAPES } from '#components/ui/icon-shapes.ts'
import { Icon } from '#components/ui/icons.tsx'
import { iconModule, iconStyles } from '#scripts/generate/icons.ts'

/** Without what the formatter decides. */
const bare = (source: string) => source.replaceAll(/["'\s]|,(?=\s*[\]}])/g, '')

it('the icons are those of the installed Lucide set; else run `npm run icons`', () => {
  expect(readFileSync('components/ui/icon-shapes.ts', 'utf8')).toBe(iconModule())
  expect(bare(readFileSync('app/icons.css', 'utf8'))).toBe(bare(iconStyles()))
})

it('an icon is one element that screen readers leave out, drawn by its class', () => {
  expect(renderToStaticMarkup(<Icon name="x" className="size-4" />)).toBe(
    '<span aria-hidden="true" class="icon icon-x size-4"></span>',
  )
  expect(SHAPES.x).toEqual([['path', { d: 'M18 6L6 18M6 6l12 12' }]])
  expect(iconStyles()).toMatch(/\.icon-x \{[^}]*%3Cpath d='M18 6L6 18M6 6l12 12'\/%3E%3C\/svg%3E/)
})
