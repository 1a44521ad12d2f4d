import { afterEach, describe, expect, it, vi } from 'vitest'
import { ensureProcessState, setProcessState } from '#lib/process-state.ts'

afterEach(() => setProcessState('isBehindServer', undefined))

describe('process state', () => {
  it('is shared by two instances of the module, as in the bundles of Next', async () => {
    const first = await import('#lib/process-state.ts')
    vi.resetModules()
    const second = await import('#lib/process-state.ts')
    expect(second).not.toBe(first)
    first.setProcessState('isBehindServer', true)
    expect(second.getProcessState('isBehindServer')).toBe(true)
  })

  it('creates a value once', () => {
    const create = vi.fn<() => boolean>(() => true)
    expect(ensureProcessState('isBehindServer', create)).toBe(true)
    expect(ensureProcessState('isBehindServer', create)).toBe(true)
    expect(create).toHaveBeenCalledOnce()
  })

  it('removes a value', () => {
    setProcessState('isBehindServer', true)
    setProcessState('isBehindServer', undefined)
    const create = vi.fn<() => boolean>(() => false)
    ensureProcessState('isBehindServer', create)
    expect(create).toHaveBeenCalledOnce()
  })
})
