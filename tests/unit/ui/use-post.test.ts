import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { usePost } from '#components/ui/form/use-post-client.ts'

const setPending = vi.hoisted(() => vi.fn<(isPending: boolean) => void>())
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useState: (initial: unknown) => [initial, setPending],
}))

const stateSchema = z.object({ text: z.string() })
const json = (status: number, data: unknown) =>
  Response.json({ code: status, message: '', data }, { status })
const state = { to: null, state: { text: 'kept' }, is_changed: true }

/** Posts a form that `answer` answers. */
async function postTo(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const goTo = vi.fn<(to: string) => void>()
  const { post } = usePost('answer', stateSchema, goTo)
  const result = await post(new FormData())
  return { result, goTo, isPending: setPending.mock.lastCall?.[0] }
}

describe('a form that a script posts', () => {
  it('gets its next state', async () => {
    const { result, isPending } = await postTo(() => json(200, state))
    expect([result, isPending]).toEqual([{ state: { text: 'kept' }, isChanged: true }, false])
  })

  it('leads to another page, and is pending until it has loaded', async () => {
    const { result, goTo, isPending } = await postTo(() => json(200, { ...state, to: '/home' }))
    expect([result, isPending]).toEqual([null, true])
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/home')
  })

  // Of a process of 0.2.0, which has no such address: 404.
  it.each([
    ['404', () => json(404, null)],
    ['503', () => json(503, null)],
    ['a page', () => new Response('<p>', { status: 502 })],
    ['another state', () => json(200, { ...state, state: {} })],
    ['nothing', () => Response.error()],
  ])('keeps its input, and can be sent again, after %s', async (_, answer) => {
    const { result, goTo, isPending } = await postTo(answer)
    expect(result?.state).toBeNull()
    expect(isPending).toBe(false)
    expect(goTo).not.toHaveBeenCalled()
  })
})
