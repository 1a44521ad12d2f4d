// @module-tag long
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { WorkerError } from '#lib/worker/error.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { sampledRows } from '#tests/support/whole.ts'
import { PAYER } from '#tests/support/payer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const MB = 1024 * 1024
/** Largest set that is read, and the limits of an upload (ARCHIVE_LIMITS). */
const SET_MAX = 32 * MB
const LIMITS = { cpuMs: 20_000, rssBytes: 400 * MB }
/** However long it takes on a busy machine: processor time decides, in ms. */
const PATIENCE_MS = 300_000

const pool = createBackendPool()
const folder = await scratchFolder()
afterAll(() => pool.close())

const answerSchema = z.object({ error: z.object({ code: z.string() }).nullable() })
/** What the worker answers for a set: `taken`, the code of its error, or why it was killed. */
async function outcome(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'set.json')
  const output = path.join(folder, 'standard.zip')
  await writeFile(file, bytes)
  await rm(output, { force: true })
  const input = {
    path: file,
    size: bytes.length,
    kind: 'icon',
    ending: '.json',
    title: 'set',
    output,
  }
  try {
    const answer = await pool.run(PAYER, 'accept-archive', input, { limits: LIMITS })
    return answerSchema.parse(answer).error?.code ?? 'taken'
  } catch (error) {
    return error instanceof WorkerError ? `killed for ${error.reason}` : String(error)
  }
}

const BEGIN = '{"prefix":"a","icons":{'
/** A set that is filled with a part again and again. */
function full(part: string, end = '"z":{"body":"x"}}}') {
  const room = SET_MAX - BEGIN.length - end.length
  return Buffer.from(BEGIN + part.repeat(Math.floor(room / Buffer.byteLength(part))) + end)
}
const only = (end: string) => Buffer.from(BEGIN + end)
const numbered = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(',')
const icons = (count: number, body: (at: number) => string) =>
  Buffer.from(
    `${BEGIN}${numbered(count, (at) => `"i${at}":{"body":${JSON.stringify(body(at))}}`)}}}`,
  )

const rows: [string, string, () => Buffer][] = [
  ['4 million values that are no icons', 'manifest_field', () => full('"a":0,')],
  [
    'a million icons',
    'too_many_icons',
    () => Buffer.from(`${BEGIN}${numbered(1_000_000, (at) => `"i${at}":{"body":"x"}`)}}}`),
  ],
  ['a drawing of 32 MB', 'no_icons', () => only(`"z":{"body":"${'x'.repeat(31 * MB)}"}}}`)],
  [
    'a drawing of 32 MB in other letters',
    'no_icons',
    () => only(`"z":{"body":"${'太'.repeat(10 * MB)}"}}}`),
  ],
  ['an error at the end', 'manifest_syntax', () => full('"a":0,', '"z":x}}')],
  ['a text without an end', 'manifest_syntax', () => full('"a":0,', '"z}}')],
  ['lists in lists', 'manifest_syntax', () => only(`"z":${'['.repeat(30 * MB)}]}}`)],
  [
    '39 000 aliases in one chain',
    'taken',
    () =>
      Buffer.from(
        `${BEGIN}"z":{"body":"x"}},"aliases":{${numbered(39_000, (at) => `"a${at}":{"parent":"${at === 0 ? 'z' : `a${at - 1}`}","rotate":1}`)}}}`,
      ),
  ],
  [
    '10 000 icons that hardly compress',
    'taken',
    () =>
      icons(
        10_000,
        () => randomBytes(1_150).toString('base64url') + randomBytes(1_000).toString('base64url'),
      ),
  ],
  [
    'thousands of definitions in each drawing',
    'taken',
    () => icons(150, () => '<defs></defs>'.repeat(15_000)),
  ],
]
it.each(sampledRows(rows, /error at the end|a million icons/))(
  '%s: %s or too costly, within the limits of uploads',
  async (_, expected, make) => {
    // What needs more memory than the limit is answered as too costly (ARCHIVE_LIMITS); what is refused in any case also for its time.
    const isTooCostly = ['killed for memory', ...(expected === 'taken' ? [] : ['killed for time'])]
    expect([expected, ...isTooCostly]).toContain(await outcome(make()))
  },
  PATIENCE_MS,
)
