import { expect, test } from 'playwright/test'
import { render } from '#lib/markdown/render.ts'
import { hostileMarkdown, ORDINARY_MARKDOWN, WORST_RATIO } from '#tests/support/hostile/markdown.ts'
import { cost, worstOf } from '#tests/support/hostile/processor-time.ts'
import { figure } from '#tests/support/figure.ts'

const MINUTES = 5

test('five minutes of generated hostile Markdown never exceed the CPU limit of the renderer', () => {
  const worst = worstOf(hostileMarkdown, (text) => render(text), MINUTES * 60_000)
  figure('hostile descriptions of up to 8192 characters that were rendered', worst.tried)
  figure(
    'processor ms per 1000 characters of the worst of them',
    `${worst.msPerKilobyte.toFixed(0)} (${worst.begin})`,
  )
  const ordinary = cost(() => render(ORDINARY_MARKDOWN)) / (ORDINARY_MARKDOWN.length / 1000)
  expect(worst.msPerKilobyte, worst.begin).toBeLessThan(WORST_RATIO * ordinary)
})
