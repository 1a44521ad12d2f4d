import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countedFiles } from '#scripts/growth/edit.ts'
import type { Patch } from '#scripts/growth/patch.ts'
import { PATCHES } from '#scripts/growth/patches.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const readExisting = (file: string) => (existsSync(file) ? read(file) : null)
const document = read('docs/growth.md')

describe.each(Object.entries(PATCHES))('the change of a %s', (sort, patch: Patch) => {
  const { change, goal, edits } = patch
  it('applies to the files as they are', () => {
    for (const [pattern, edit] of Object.entries(edits)) {
      const file = pattern.replace('*', 'en')
      const before = readExisting(file)
      expect(edit(before, read)).not.toBe(before)
    }
  })

  it('has its files in the document', () => {
    const files = countedFiles(edits)
    const row = document.split('\n').find((line) => line.startsWith(`| ${sort} `)) ?? ''
    const cells = row.split('|').map((cell) => cell.trim())
    expect(cells.slice(2, 5)).toEqual([change, String(files.length), String(goal)])
    const list = document.split('\n- ').find((entry) => entry.startsWith(`**${sort}**`)) ?? ''
    const named = [...list.matchAll(/(?<=[:,]\s)`([^`]+)`/g)].map(([, file]) => file)
    expect(named).toEqual(files)
  })
  it('has at most the files of its goal, or a reason for more', () => {
    expect(countedFiles(edits).length > goal).toBe(patch.reason !== undefined)
  })
})
