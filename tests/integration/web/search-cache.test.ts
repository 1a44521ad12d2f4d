import { beforeAll, beforeEach, expect, it } from 'vitest'
import { clearAnswers } from '#lib/cache/answers.ts'
import { look } from '#lib/cache/look.ts'
import { expireTags, newPage, runInScope } from '#lib/cache/state.ts'
import { tagsOfChange } from '#lib/cache/tags.ts'
import { cacheQuerySchema } from '#lib/contract/cache/look.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { readCards, readCounts, readFewIcons } from '#lib/search/server.ts'
import { buildProject } from '#tests/support/builders.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const shown = buildProject({ kind: 'icon', id: 'shown' })
const part = { total: 1, total_is_estimate: false, next: null, start: 0, term_is_cut: false }
const icon = {
  name: 'sun',
  url: '/api/v1/file/sun.svg',
  project: { id: 'shown', title: 'Sunny', language: null, author: shown.author },
}

let asked: string[] = []
const backend = await stoppedAtEnd(startFaultyBackend())
beforeAll(async () => {
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', 'http://backend')
    asked.push(pathname.split('/').at(-1) ?? '')
    if (pathname.endsWith('/index/icons')) return answer(res, 200, { ...part, items: [icon] })
    if (pathname.endsWith('/index/counts')) {
      return answer(res, 200, { total: { count: 1, is_more: false }, kinds: [] })
    }
    return answer(res, 200, { ...part, items: [shown], term_matches: true, suggestions: [] })
  })
})
beforeEach(() => {
  clearAnswers()
  stubVariables({ BACKEND_URL: backend.url })
})

const search = () =>
  Promise.all([readCards({ q: 'sun' }), readFewIcons('sun'), readCounts({ q: 'sun' })])
function change(id: string, effect: ChangeEffect) {
  const { tags, isSoft } = tagsOfChange({ kind: 'icon', id, author: 'Ada', effect })
  expireTags(tags, { isSoft })
}
/** The calls that a search makes. */
async function callsOf(run: () => Promise<unknown> = search) {
  asked = []
  await run()
  return asked.toSorted()
}

it('is asked again after a change of what it shows or of which projects there are, and of nothing else', async () => {
  expect(await callsOf()).toEqual(['counts', 'icons', 'search'])
  change('shown', 'content')
  expect(await callsOf(), 'below the first sentence').toEqual([])
  change('other', 'card')
  expect(await callsOf(), 'of another project').toEqual([])
  change('shown', 'card')
  expect(await callsOf(), 'of the card').toEqual(['icons', 'search'])
  change('other', 'membership')
  expect(await callsOf(), 'a new project').toEqual(['counts', 'icons', 'search'])
  change('shown', 'removal')
  expect(await callsOf(), 'hidden').toEqual(['counts', 'icons', 'search'])
})

it('is asked again for the browser that has just changed something', async () => {
  await search()
  change('other', 'content')
  const scope = { page: newPage(), isForAuthor: true }
  expect(await callsOf(() => runInScope(scope, search))).toEqual(['counts', 'icons', 'search'])
  expect(await callsOf(() => runInScope(scope, search)), 'it has the change').toEqual([])
})

it('is kept apart from the answers that pages are made of', async () => {
  await search()
  const { keys } = await look(cacheQuerySchema.parse({ of: 'keys', tag: 'card:icon:shown' }))
  expect(keys.map(({ store, key }) => `${store} ${key.split(' ', 1)[0]}`)).toEqual([
    'searches search',
    'searches searchIcons',
  ])
})
