import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasPart, readFigures, readPart, readRows, writePart } from '#scripts/test/figures.ts'

let folder = ''
let document = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'figures-'))
  document = path.join(folder, 'report.md')
  const part =
    '<!-- begin disk -->\n\n| What | Figure |\n| --- | --: |\n| full | 503 |\n\n<!-- end disk -->'
  await writeFile(document, `# Report\n\nBefore.\n\n${part}\n\nAfter.\n`)
})
afterEach(() => rm(folder, { recursive: true }))

it('a part of a document is replaced, and nothing around it', async () => {
  await writePart(document, 'disk', '| What | Figure |\n| :-- | --: |\n| full | 507 |\n')
  const text = await readFile(document, 'utf8')
  expect(text).toMatch(/^# Report\n\nBefore\.\n\n<!-- begin disk -->/)
  expect(text).toMatch(/<!-- end disk -->\n\nAfter\.\n$/)
  expect(readRows(await readPart(document, 'disk'))).toEqual([
    ['What', 'Figure'],
    ['full', '507'],
  ])
  expect(await readFigures(document)).toEqual([['full', '507']])
})

it('a part that a document does not have is an error, not lost', async () => {
  expect(await hasPart(document, 'disk')).toBe(true)
  expect(await hasPart(document, 'clock')).toBe(false)
  await expect(writePart(document, 'clock', 'x')).rejects.toThrow('has no <!-- begin clock -->')
})
