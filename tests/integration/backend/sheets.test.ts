import { beforeEach, describe, expect, it, vi } from 'vitest'
import { packIconsSchema } from '#lib/contract/search.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { zip } from '#demo/archive.ts'
import { testBackend } from '#tests/support/backend.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { headOnly } from '#tests/support/head.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const SQUARE = drawingOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9"')

async function add(drawings: Record<string, string>) {
  const entries = Object.entries(drawings)
  const bytes = await zip(
    entries.map(([name, content]) => ({ path: `icons/${name}.svg`, content })),
  )
  return backend.add({ file: { name: 'pack.iconpack', bytes } })
}
const contentsOf = async (id: string) =>
  packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data)
const ask = (url: string | undefined) => backend.app.request(url ?? '')

describe('a stored pack', () => {
  it('comes with its drawings in one immutable image, whose address changes with them', async () => {
    const heart = SQUARE.replace('<path', '<path fill="red"')
    const id = await add({ sun: SQUARE, broken: '<svg', heart })
    const contents = async () =>
      packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data)
    const [sheet] = (await contents()).sheets ?? []
    expect(sheet).toMatchObject({ first: 0, without: [1] })
    const answer = await ask(sheet?.url)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const svg = await answer.text()
    expect(svg).toMatch(/^<svg .*<svg x="0" y="0".*<svg x="10" y="0".* fill="red".*<\/svg>$/)
    const former = await headOnly(ask(sheet?.url.replace(/-[0-9a-f]{4}/, '-0000')))
    expect(former.headers.get('cache-control')).toBe('public, max-age=300')
    expect((await headOnly(ask(sheet?.url.replace('/0-', '/120-')))).status).toBe(404)
    const { sheets } = await contentsOf(await add({ sun: heart }))
    expect(sheets?.[0]?.url.split('/').at(-1)).not.toBe(sheet?.url.split('/').at(-1))
  })

  it('has as many images as it needs, and none where joining its drawings takes too long', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `i${at}`)
    const many = Object.fromEntries(names.map((name) => [name, SQUARE]))
    const { sheets } = await contentsOf(await add(many))
    expect(sheets?.map(({ first }) => first)).toEqual([0, 120])
    for (const [at, count] of [120, 10].entries()) {
      const svg = await (await ask(sheets?.[at]?.url)).text()
      expect(svg.match(/<svg x=/g)).toHaveLength(count)
    }
    const { workers } = backend
    const run = workers.run.bind(workers)
    vi.spyOn(workers, 'run').mockImplementation(async (payer, name, input, options) => {
      if (name === 'sheet') throw new WorkerError('time')
      return run(payer, name, input, options)
    })
    const alone = await contentsOf(await add(many))
    expect(alone.sheets).toBeUndefined()
    expect(await (await ask(alone.items[0]?.url)).text()).toContain('M0 0h9v9z')
  })
})
