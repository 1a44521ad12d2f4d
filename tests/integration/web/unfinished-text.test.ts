import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { newPage, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { createRenderer, previewMarkdown, renderMarkdown } from '#lib/markdown/server.ts'
import { setProcessState } from '#lib/process-state.ts'
import { PAYER } from '#tests/support/payer.ts'

const script = path.resolve('tests/support/spinning-renderer.ts')
const renderer = createRenderer({ script, stalledMs: 100, waitMs: 60_000 })
setProcessState('markdownRenderer', renderer)
afterAll(() => renderer.close())

const rendered = async (text: string) => {
  const scope: RequestScope = { page: newPage() }
  const { html } = await runInScope(scope, () => renderMarkdown(text))
  return { html, isUnfinished: scope.isUnfinished ?? false }
}

it('a text that could not be rendered in time marks the request that shows it, and only that', async () => {
  expect(await rendered('hang')).toEqual({ html: '<p>hang</p>', isUnfinished: true })
  expect(await rendered('done')).toEqual({ html: 'done', isUnfinished: false })
})

it('the preview of such a text is no preview', async () => {
  expect(await previewMarkdown(PAYER, 'hang', 'description')).toBeNull()
  expect(await previewMarkdown(PAYER, 'done', 'description')).toMatchObject({ html: 'done' })
})
