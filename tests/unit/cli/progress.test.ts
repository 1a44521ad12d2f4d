import { describe, expect, it } from 'vitest'
import { createProgress } from '#cli/progress.ts'

function drawn(columns = 80) {
  const lines: string[] = []
  return { lines, columns, write: (text: string) => void lines.push(text) }
}
const ERASE = '\r\u001b[K'

describe('a progress bar', () => {
  it('shows share and size, and is erased at the end', () => {
    const terminal = drawn()
    const progress = createProgress(terminal, { label: 'pack.iconpack', total: 2048 })
    progress.set(1024)
    progress.set(2048)
    progress.end()
    expect(terminal.lines).toEqual([
      `${ERASE}${'█'.repeat(12)}${'░'.repeat(12)}  50 % 1 kB/2 kB pack.iconpack`,
      `${ERASE}${'█'.repeat(24)} 100 % 2 kB/2 kB pack.iconpack`,
      ERASE,
    ])
  })

  it('is drawn once per percent at most', () => {
    const terminal = drawn()
    const progress = createProgress(terminal, { label: 'x', total: 1_000_000 })
    for (let done = 0; done <= 1_000_000; done += 100) progress.set(done)
    expect(terminal.lines).toHaveLength(101)
  })

  it('fits on the line of a narrow terminal', () => {
    const terminal = drawn(20)
    createProgress(terminal, { label: 'pack.iconpack', total: 10 }).set(5)
    expect((terminal.lines[0] ?? '').slice(ERASE.length)).toHaveLength(19)
  })

  it('of nothing is complete', () => {
    const terminal = drawn()
    createProgress(terminal, { label: 'x', total: 0, unit: 'count' }).set(0)
    expect(terminal.lines[0]).toContain('100 % 0/0')
  })

  it('draws nothing without a terminal', () => {
    expect(() => createProgress(null, { label: 'x', total: 1 }).set(1)).not.toThrow()
  })
})
