import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutput } from '#scripts/output.ts'
import { createPart } from '#scripts/part.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'output-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What the console shows of a process that runs this script until it is ready. */
async function shownOf(name: string, script: string): Promise<string[]> {
  const file = path.join(folder, `${name}.mjs`)
  await writeFile(file, `${script}\nprocess.send({ ready: true })`)
  const lines: string[] = []
  const part = createPart({
    name,
    args: [file],
    execArgv: [],
    env: { ...process.env },
    print: (line, to) => lines.push(to === 'stderr' ? `stderr: ${line}` : line),
    onMessage: () => undefined,
    onDeath: () => undefined,
    onReturn: () => undefined,
  })
  await part.start()
  await part.stop()
  return lines.toSorted()
}

it('shows what a process writes to standard output and to standard error, marked with its name', async () => {
  const script = `console.log('compiled'); console.warn('an old option'); console.log('two\\nlines')`
  expect(await shownOf('web app', script)).toEqual([
    'stderr: web app | an old option',
    'web app | compiled',
    'web app | lines',
    'web app | two',
  ])
})

it('leaves a log line as it is, since it names its process, however it is cut into pieces', () => {
  const line = JSON.stringify({ level: 40, name: 'backend', msg: 'müde' })
  const bytes = Buffer.from(`${line}\n`)
  const lines: string[] = []
  const output = createOutput('backend', (one) => lines.push(one))
  const at = bytes.indexOf(0xc3) + 1
  output.write(bytes.subarray(0, at))
  output.write(bytes.subarray(at))
  expect(lines).toEqual([line])
})

it('shows a line that is never ended, in pieces', async () => {
  const lines = await shownOf('database', `process.stdout.write('x'.repeat(150_000))`)
  expect(lines.map((line) => line.length - 'database | '.length)).toEqual([18_928, 65_536, 65_536])
})
