import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COVER_PALETTES } from '#lib/contract/file/cover.ts'

const css = readFileSync('app/swatches.css', 'utf8')

it.each(Object.entries(COVER_PALETTES))(
  'the style sheet paints in accent and ground of the palette %s',
  (_, [ground, accent]) => {
    const painted = ':is(.painted, .icon-ground, .sample)'
    expect(css).toContain(`article:has(.swatches [value='${accent}']:checked) ${painted},
.swatches [value='${accent}'] {
  --paint: ${accent};
  --paint-ground: ${ground};
}`)
  },
)
