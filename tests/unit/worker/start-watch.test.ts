import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { watchStart } from '#lib/worker/start-watch.ts'

const SOON = { startMs: 300, checkMs: 20 }
const run = (code: string) =>
  spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })

test.skipIf(!existsSync('/proc/self/schedstat'))(
  'a new process is ended when it does nothing, and not while it works or waits for a processor',
  async () => {
    const working = run('process.stdout.write("x"); for (;;) Math.random()')
    const waiting = run('setInterval(() => undefined, 1e9)')
    const stalled: string[] = []
    await once(working.stdout, 'data')
    const ends = [watchStart(working.pid, () => stalled.push('working'), SOON)]
    await new Promise<void>((resolve) => {
      const onStalled = () => resolve(void stalled.push('waiting'))
      ends.push(watchStart(waiting.pid, onStalled, SOON))
    })
    for (const end of ends) end()
    for (const child of [working, waiting]) child.kill('SIGKILL')
    expect(stalled).toEqual(['waiting'])
  },
)
