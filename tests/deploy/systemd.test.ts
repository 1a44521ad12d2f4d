import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, substitute } from '#tests/support/engines/engine.ts'

/* The units in `deploy/systemd`, as systemd itself judges them without running them. */

const UNITS = ['keystrip.service', 'keystrip-web@.service', 'keystrip-backend@.service']
const INSTANCE = (unit: string) => unit.replace('@.', '@3001.')
const root = path.resolve(import.meta.dirname, '../..')

let folder = ''
describe.skipIf(!isInstalled('systemd-analyze', '--version'))('systemd', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'units-'))
    for (const unit of UNITS) {
      const text = readFileSync(path.join(root, 'deploy/systemd', unit), 'utf8')
      // The programs of the units must exist.
      writeFileSync(path.join(folder, INSTANCE(unit)), substitute(text, [['/opt/keystrip', root]]))
    }
    const target = readFileSync(path.join(root, 'deploy/systemd/keystrip.target'))
    writeFileSync(path.join(folder, 'keystrip.target'), target)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function analyse(...args: string[]) {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }

  it.each([...UNITS.map(INSTANCE), 'keystrip.target'])('finds no mistake in %s', (unit) => {
    const { output, status } = analyse('verify', '--man=no', path.join(folder, unit))
    const own = output.split('\n').filter((line) => line.includes('keystrip'))
    expect([status, own]).toEqual([0, []])
  })

  it.each(UNITS.map(INSTANCE))('rates the exposure of %s below 2 of 10', (unit) => {
    const file = path.join(folder, unit)
    const { output } = analyse('security', '--offline=true', '--no-pager', file)
    const level = Number(/exposure level for \S+ ([\d.]+)/.exec(output)?.[1])
    expect(level).toBeGreaterThan(0)
    expect(level).toBeLessThan(2)
    expect(analyse('security', '--offline=true', '--threshold=20', file).status).toBe(0)
  })
})
