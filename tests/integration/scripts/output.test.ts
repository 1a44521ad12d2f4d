import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createOutput } from '#scripts/stack/output.ts'
import { createService } from '#scripts/stack/service.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const folder = await scratchFolder()

/** Writes to pipes are asynchronous: `stop` would discard pending output. */
const LONG_LINE = `await new Promise((done) => process.stdout.write('x'.repeat(150_000), done))`

/** The console output of a process that runs this script until it is ready. */
async function outputOf(name: string, script: string): Promise<string[]> {
  const file = path.join(folder, `${name}.mjs`)
  await writeFile(file, `${script}\nprocess.send({ ready: true })`)
  const lines: string[] = []
  const service = createService({
    name,
    args: [file],
    execArgv: [],
    stopMs: 10_000,
    env: { ...process.env },
    print: (line, stream) => lines.push(stream === 'stderr' ? `stderr: ${line}` : line),
    onMessage: () => undefined,
    onExit: () => undefined,
    onRestart: () => undefined,
  })
  await service.start()
  await service.stop()
  return lines.toSorted()
}

it('prefixes both output streams with the name of the process', async () => {
  const script = `console.log('compiled'); console.warn('an old option'); console.log('two\\nlines')`
  expect(await outputOf('web app', script)).toEqual([
    'stderr: web app | an old option',
    'web app | compiled',
    'web app | lines',
    'web app | two',
  ])
})

it('passes JSON log lines on unchanged, however they are chunked', () => {
  const line = JSON.stringify({ level: 40, name: 'backend', msg: 'müde' })
  const bytes = Buffer.from(`${line}\n`)
  const lines: string[] = []
  const output = createOutput('backend', (printed) => lines.push(printed))
  const at = bytes.indexOf(0xc3) + 1
  output.write(bytes.subarray(0, at))
  output.write(bytes.subarray(at))
  expect(lines).toEqual([line])
})

it('splits a long line without a line break', async () => {
  const lines = await outputOf('database', LONG_LINE)
  expect(lines.map((line) => line.length - 'database | '.length)).toEqual([18_928, 65_536, 65_536])
})
