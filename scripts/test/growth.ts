import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { applyEdits, countedFiles, restore } from '#scripts/growth/edit.ts'
import type { Patch } from '#scripts/growth/patch.ts'
import { PATCHES } from '#scripts/growth/patches.ts'

/*
 * `npm run test:growth [-- SORT...]`: applies a small change of each sort to a copy of the repository. Compiler, lint and messages have to
 * accept it, and to refuse it without any one of its files. Writes docs/growth.md; fails if that changes the document, if a missing
 * file is not found, or a change is not accepted.
 */

const DOCUMENT = 'docs/growth.md'
const BIN = path.resolve('node_modules/.bin')

type Check = readonly [name: string, command: string, ...args: string[]]
// Not incrementally: the compiler overlooks what changed messages break.
const STATIC: Check[] = [
  ['messages', process.execPath, 'scripts/messages/check-messages.ts'],
  ['compiler', `${BIN}/tsc`, '-p', '.', '--incremental', 'false'],
  ['lint', `${BIN}/oxlint`],
  ['knip', `${BIN}/knip`],
]
const toCheck = (test: string): Check => [`\`${test}\``, `${BIN}/vitest`, 'run', test]

/** The checks of a change, or the one that has to refuse it without a file. */
function checksOf({ tests = {} }: Patch, left?: string): Check[] {
  if (left === undefined) return [...STATIC, ...Object.values(tests).map(toCheck)]
  return tests[left] === undefined ? STATIC : [toCheck(tests[left])]
}

function run(folder: string, [command, ...args]: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command ?? '', args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return { isFine: status === 0, output: `${stdout}${stderr}` }
}

/** The first check that refuses the copy, with its output. */
function findRefusal(folder: string, checks: Check[]) {
  for (const [name, ...command] of checks) {
    const { isFine, output } = run(folder, command)
    if (!isFine) return { name, output }
  }
  return null
}

/** The files of the repository as they are now, without ignored ones, in a new folder. */
function copyRepository(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'growth-'))
  const list = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of run('.', list).output.split('\0').filter(Boolean)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    cpSync(file, path.join(folder, file))
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const { isFine, output } = run(folder, ['npm', 'run', 'typegen'])
  if (!isFine) throw new Error(output)
  return folder
}

/** Checks the copy with a patch, without one file of it if that is given. */
function tryPatch(folder: string, patch: Patch, left?: string) {
  const before = applyEdits(folder, patch.edits, left)
  const generated = ['components/ui/icon-shapes.ts', 'app/icons.css'].map(
    (file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const,
  )
  for (const script of patch.generate ?? []) run(folder, [process.execPath, script])
  const refusal = findRefusal(folder, checksOf(patch, left))
  restore(folder, new Map([...generated, ...before]))
  return refusal
}

type Growth = { sort: string; patch: Patch; found: string[] }

/** Checks a change, and it without each of its files. @throws Error if it is refused, or accepted without one. */
function checkGrowth(folder: string, sort: string, patch: Patch): Growth {
  const refusal = tryPatch(folder, patch)
  if (refusal) throw new Error(`${sort}: ${refusal.name} refuses the change\n${refusal.output}`)
  const [declaration, ...others] = countedFiles(patch.edits)
  const found = others.map((file) => {
    if (patch.uses?.includes(file)) return `\`${file}\` (uses it)`
    const missing = tryPatch(folder, patch, file)
    if (!missing) throw new Error(`${sort}: nothing finds that ${file} is missing`)
    return `\`${file}\` (${missing.name})`
  })
  console.log([sort, `${others.length + 1} files`, declaration, ...found].join(', '))
  return { sort, patch, found: [`\`${declaration}\``, ...found] }
}

const toDocument = (all: Growth[]) => `# Files per change

Made by \`npm run test:growth\`, which applies each change to a copy of the repository. Files by hand are counted without tests and
generated files; the messages of all languages are one.

| Sort | Change | Files | Goal |
| --- | --- | --: | --: |
${all.map(({ sort, patch, found }) => `| ${sort} | ${patch.change} | ${found.length} | ${patch.goal} |`).join('\n')}

${all.flatMap(({ sort, found, patch }) => (patch.reason === undefined ? [] : [`A ${sort} takes ${found.length} files: ${patch.reason}.\n`])).join('\n')}
The first file declares the change. Each other one is named with what refuses the change without it. A file that only uses what is
declared is required by nothing.

${all.map(({ sort, found }) => `- **${sort}**: ${found.join(', ')}`).join('\n')}
`

const wanted = process.argv.slice(2)
const folder = copyRepository()
try {
  const all = Object.entries(PATCHES)
    .filter(([sort]) => wanted.length === 0 || wanted.includes(sort))
    .map(([sort, patch]) => checkGrowth(folder, sort, patch))
  if (wanted.length === 0) {
    const before = readFileSync(DOCUMENT, 'utf8')
    writeFileSync(DOCUMENT, toDocument(all))
    run('.', [`${BIN}/oxfmt`, DOCUMENT])
    if (readFileSync(DOCUMENT, 'utf8') !== before) {
      console.error(`${DOCUMENT} has changed: commit it.`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
