import path from 'node:path'
import { expect, test } from 'playwright/test'
import { judge } from '#tests/support/drawing-judge/judge.ts'
import { readDrawings } from '#tests/support/drawing-judge/read-drawings.ts'
import { DrawingRenderer } from '#tests/support/drawing-judge/render.ts'

/* tests/fixtures/drawings/README.md: where the drawings come from. `npm run test:long -- drawings` compares whole sets. */
const FOLDER = path.resolve(import.meta.dirname, '../fixtures/drawings')

test(
  'two hundred drawings of other people look as in a browser, or are marked',
  { tag: '@long' },
  async ({ browser }) => {
    const drawings = await readDrawings(FOLDER, /\.svg$/)
    const renderer = await DrawingRenderer.open(browser)
    const verdict = await judge(drawings, renderer)
    await renderer.close()
    expect(verdict).toMatchObject({ drawings: 200, undrawable: [], differing: [] })
    expect(verdict.refused).toEqual({})
    const { animation = [], ...others } = verdict.simplified
    expect(others).toEqual({
      foreign: ['exporters/figma-angular-gradient.svg', 'exporters/figma-background-blur.svg'],
    })
    expect(new Set(animation.map((name) => path.dirname(name)))).toEqual(
      new Set(['weather-icons-animated']),
    )
  },
)
