// @module-tag long
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createRenderer, type MarkdownRenderer } from '#lib/markdown/server.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from '#tests/support/payer.ts'

const script = path.resolve('lib/markdown/worker.ts')
/** A test script with tasks that spin or fail, instead of the renderer's own. */
const spinning = path.resolve('tests/support/spinning-renderer.ts')
const SETEXT = 'a\n=\n'.repeat(2731)

let renderer: MarkdownRenderer
const start = (options: Partial<Parameters<typeof createRenderer>[0]> = {}) => {
  renderer = createRenderer({ script, waitMs: 60_000, ...options })
  return renderer
}
afterEach(() => renderer.close())

const ownCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe('the Markdown renderer', () => {
  it('returns HTML and a summary from one rendering', async () => {
    expect(await start().render(PAYER, '# One\n\n*two* <b>', 'description')).toEqual({
      html: '<h3 id="\ufdd0one">One</h3>\n<p><em>two</em> </p>',
      summary: 'One two',
      changes: { cut: 1 },
      isPlain: false,
    })
  })

  it('returns a too expensive text as escaped paragraphs, without killing the process', async () => {
    const { html, isPlain } = await start().render(PAYER, `<b>\n${SETEXT}`, 'description')
    expect(isPlain).toBe(true)
    expect(html).toMatch(/^<p>&lt;b&gt;<br>a<br>=<br>/)
    expect(renderer.state().rendered).toBe(1)
  })

  it('renders a text once for any number of requests', async () => {
    start()
    await Promise.all(
      Array.from({ length: 50 }, () => renderer.render(PAYER, '*a*', 'description')),
    )
    await renderer.render(PAYER, '*a*', 'description')
    expect(renderer.state()).toMatchObject({ rendered: 1, running: 0 })
  })

  it('renders two texts at a time', async () => {
    start()
    const both = await Promise.all([
      renderer.render(PAYER, '*a*', 'description'),
      renderer.render(PAYER, '*b*', 'page'),
    ])
    expect(both.map(({ html }) => html)).toEqual(['<p><em>a</em></p>', '<p><em>b</em></p>'])
  })

  it('keeps its cache within its size limit', async () => {
    start({ cacheBytes: 256 * 1024, queueMax: 1000 })
    const texts = Array.from({ length: 1000 }, (_, at) => `${at} ${'word '.repeat(200)}`)
    await Promise.all(texts.map((text) => renderer.render(PAYER, text, 'description')))
    const { rendered, cachedBytes } = renderer.state()
    expect(rendered).toBe(1000)
    expect(cachedBytes).toBeGreaterThan(128 * 1024)
    expect(cachedBytes).toBeLessThanOrEqual(256 * 1024)
  })

  it('returns plain text after a timeout of the process, and does not retry the text', async () => {
    start({ script: spinning, cpuMs: 100 })
    expect(await renderer.render(PAYER, 'spin', 'description')).toEqual({
      html: '<p>spin</p>',
      summary: 'spin',
      changes: {},
      isPlain: true,
    })
    const before = ownCpuMs()
    for (let time = 0; time < 100; time += 1) await renderer.render(PAYER, 'spin', 'description')
    expect(ownCpuMs() - before).toBeLessThan(100)
    expect(renderer.state().running).toBe(0)
    expect(await renderer.render(PAYER, 'next', 'description')).toMatchObject({ html: 'next' })
  })

  it('tries a text again whose process made no progress', async () => {
    start({ script: spinning, stalledMs: 100 })
    for (let time = 1; time <= 2; time += 1) {
      const rendering = renderer.render(PAYER, 'hang', 'description')
      expect(renderer.state().running).toBe(1)
      expect(await rendering).toMatchObject({ html: '<p>hang</p>', isUnfinished: true })
    }
  })

  it('returns plain text while its queue is full, and renders the text on the next request', async () => {
    start({ queueMax: 1 })
    const texts = ['*1*', '*2*', '*3*', '*4*', '*5*']
    const first = await Promise.all(
      texts.map((text) => renderer.render(PAYER, text, 'description')),
    )
    expect(first.map(({ isPlain }) => isPlain)).toEqual([false, false, false, true, true])
    expect(first.map(({ isUnfinished = false }) => isUnfinished)).toEqual(
      first.map(({ isPlain }) => isPlain),
    )
    expect(await renderer.render(PAYER, '*5*', 'description')).toMatchObject({
      html: '<p><em>5</em></p>',
      isPlain: false,
    })
  })

  it('returns plain text after the maximum wait, and caches the rendering', async () => {
    start({ waitMs: 1 })
    expect(await renderer.render(PAYER, '*a*', 'description')).toMatchObject({
      isPlain: true,
      isUnfinished: true,
    })
    await waitFor(() => expect(renderer.state().rendered).toBe(1))
    expect(await renderer.render(PAYER, '*a*', 'description')).toMatchObject({
      html: '<p><em>a</em></p>',
    })
  })

  it('does not block the event loop while it renders the worst texts', async () => {
    start()
    await renderer.render(PAYER, 'warm', 'description')
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    turn()
    const texts = Array.from({ length: 10 }, (_, at) => `${at}\n${'[a]: b\n'.repeat(1160)}`)
    const work = Promise.all(texts.map((text) => renderer.render(PAYER, text, 'description')))
    await work.finally(() => (isDone = true))
    expect(turns).toBeGreaterThan(1000)
    expect(renderer.state().rendered).toBe(11)
  })
})
