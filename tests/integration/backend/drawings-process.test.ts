import { expect, it } from 'vitest'
import { z } from 'zod'
import { fileStateSchema } from '#lib/contract/publish.ts'
import { zip } from '#demo/archive.ts'
import { startForProcesses } from '#tests/support/process-data.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { headOnly } from '#tests/support/head.ts'
import { registerOver, uploadOver } from '#tests/support/api-client.ts'
import { waitFor } from '#tests/support/wait.ts'

/** Enough that the kill comes while they are sanitised. */
const DRAWINGS = 150

const { folder, spawn } = await startForProcesses()

async function stateOf(base: string, token: string, id: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${base}/api/v1/file/${id}/state`, { headers })
  return z.object({ data: fileStateSchema }).parse(await answer.json()).data
}

it(
  'a backend killed while it sanitises drawings continues after a restart, and responds meanwhile',
  { tags: 'long', timeout: 240_000 },
  async () => {
    // Each is as expensive as the limits allow.
    const sheet = '.a{fill:#00f}'.repeat(200)
    const drawing = drawingOf(`<style>${sheet}</style>${'<g class="a"/>'.repeat(240)}`)
    const entries = Array.from({ length: DRAWINGS }, (_, at) => ({
      path: `icons/i-${at}.svg`,
      content: drawing,
    }))
    let backend = spawn()
    let base = await backend.listening
    const token = await registerOver(`${base}/api/v1`, folder)
    const id = await uploadOver(`${base}/api/v1`, token, {
      purpose: 'project',
      name: 'x.iconpack',
      bytes: await zip(entries),
    })
    await waitFor(async () =>
      expect(await stateOf(base, token, id)).toMatchObject({ state: 'working', total: DRAWINGS }),
    )
    expect((await headOnly(fetch(`${base}/livez`))).status).toBe(200)
    backend.child.kill('SIGKILL')
    await backend.ended

    backend = spawn()
    base = await backend.listening
    expect((await headOnly(fetch(`${base}/livez`))).status).toBe(200)
    await waitFor(
      async () => expect(await stateOf(base, token, id)).toMatchObject({ state: 'ready' }),
      { timeout: 120_000, interval: 200 },
    )
    const headers = { authorization: `Bearer ${token}` }
    const icon = await fetch(`${base}/api/v1/file/${id}/icons/i-7.svg`, { headers })
    expect(icon.headers.get('cache-control')).toBe('private, no-store')
    expect(await icon.text()).toContain('fill="#00f"')
    await backend.stop()
  },
)
