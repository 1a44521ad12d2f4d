import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findReports, findPassed, keepReports, notePassed } from '#scripts/gate/stamps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stamps-'))
  vi.stubEnv('XDG_CACHE_HOME', folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runAt = (minute: number) => ({
  commit: '1a2b3c',
  date: new Date(Date.UTC(2026, 10, 29, 12, minute)).toISOString(),
  seconds: 700,
  load: [1.5, 2],
})

it('five failed runs are kept, the newest first; one of the same tree replaces the one before', () => {
  const keep = (tree: string, minute: number) =>
    keepReports(tree, runAt(minute), path.join(folder, 'no-reports'))
  for (const minute of [0, 1, 2, 3, 4, 5]) keep(`tree${minute}`, minute)
  keep('tree3', 6)
  expect(findReports().map(({ folder: name }) => path.basename(name))).toEqual([
    'tree3',
    'tree5',
    'tree4',
    'tree2',
    'tree1',
  ])
})

it('a tree that passes has no failure any more', () => {
  keepReports('tree', runAt(0), path.join(folder, 'no-reports'))
  expect(findPassed('tree')).toBeUndefined()
  notePassed('tree', runAt(1))
  expect(findPassed('tree')).toEqual(runAt(1))
  expect(findReports()).toEqual([])
})

it('a note of another version counts', () => {
  notePassed('tree', runAt(0))
  writeFileSync(path.join(folder, 'keystrip/gate/passed/tree'), 'commit date seconds')
  expect(findPassed('tree')).toMatchObject({ commit: '' })
  expect(readdirSync(path.join(folder, 'keystrip/gate'))).toEqual(['passed'])
})
