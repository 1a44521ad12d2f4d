import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runVitest } from '#scripts/test/steps.ts'

it('an error outside of the tests is reported beside a failed test', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'outside-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'vitest.config.ts'), 'export default {}')
  writeFileSync(
    path.join(folder, 'a.test.ts'),
    `import { expect, it } from 'vitest'
it('fails', () => {
  void Promise.reject(new Error('not awaited'))
  expect(1).toBe(2)
})`,
  )
  // What the failed run prints.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const args = ['--root', folder, '--config', path.join(folder, 'vitest.config.ts')]
  const { isPassed, outside } = await runVitest('outside', args, { isLive: false })
  expect({ isPassed, outside }).toEqual({ isPassed: false, outside: ['not awaited'] })
})
