import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Leaves a file open, and collects garbage until Node has closed it. */
const LEAVES = `
  import { open } from 'node:fs/promises'
  import { setImmediate } from 'node:timers/promises'
  const leave = async () => void (await open(process.execPath))
  await leave()
  for (let turn = 0; turn < 10; turn += 1) {
    gc()
    await setImmediate()
  }`

it('tests, and the processes that they start, fail by a file that is never closed', () => {
  expect(process.throwDeprecation).toBe(true)
  const args = ['--expose-gc', '--input-type=module', '--eval', LEAVES]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('DEP0137')
  expect(status).toBe(1)
})
