// @module-tag long
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { WorkerError } from '#lib/worker/error.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { isWhole, sampledRows } from '#tests/support/whole.ts'
import { PAYER } from '#tests/support/payer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const MB = 1024 * 1024
const MANIFEST_MAX = 4 * MB
/** However long it takes on a busy machine: processor time decides, in ms. */
const PATIENCE_MS = 300_000
/** Two fifths of the processor time of an upload, and its memory (ARCHIVE_LIMITS). */
const LIMITS = { cpuMs: 8_000, rssBytes: 400 * MB }

const pool = createBackendPool()
const folder = await scratchFolder()
afterAll(() => pool.close())

const answerSchema = z.object({ error: z.object({ code: z.string() }).nullable() })
/** What the worker says of a package: `taken`, the code of its error, or why it was killed. */
async function outcome(bytes: Buffer, limits = LIMITS): Promise<string> {
  const input = {
    path: path.join(folder, 'a.flexplugin'),
    size: bytes.length,
    name: 'a.flexplugin',
  }
  await writeFile(input.path, bytes)
  try {
    const { error } = answerSchema.parse(await pool.run(PAYER, 'accept-package', input, { limits }))
    return error?.code ?? 'taken'
  } catch (error) {
    return error instanceof WorkerError ? `killed for ${error.reason}` : String(error)
  }
}

const packed = (content: string, ...paths: string[]) =>
  rawZip([
    { path: 'manifest.json', content, isDeflated: true },
    ...paths.map((other) => ({ path: other })),
  ])
/** Fills a manifest with a part again and again. */
const full = (begin: string, part: string, end = '') =>
  packed(`${begin}${part.repeat((MANIFEST_MAX - begin.length - end.length) / part.length)}${end}`)
const manifest = (base: string, said: object) =>
  packed(JSON.stringify({ ...JSON.parse(base), ...said }))
const numbered = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at))

describe('within 8 s of processor time and 400 MB resident', () => {
  const rows: [string, string, () => Buffer][] = [
    ['4 MiB of lists in lists', 'manifest_syntax', () => full('', '[')],
    ['4 MiB of objects in objects', 'manifest_syntax', () => full('', '{"a":')],
    ['two million numbers', 'manifest_syntax', () => full('{"os":[', '1,', '1]}')],
    ['a text without an end', 'manifest_syntax', () => full('{"name":"', '\\u0041')],
    ['a bare word', 'manifest_syntax', () => full('{"name":', 'x')],
    [
      'three hundred thousand fields',
      'manifest_field',
      () => packed(`{${numbered(300_000, (at) => `"k${at}":0`).join(',')}}`),
    ],
    [
      'a name of dots',
      'manifest_field',
      () => manifest(FIRST_GENERATION, { uuid: 'a.'.repeat(MB) }),
    ],
    [
      'a long description',
      'taken',
      () => manifest(FIRST_GENERATION, { description: '\t\u0300'.repeat(0.9 * MB) }),
    ],
    [
      'a thousand permissions of tabs',
      'taken',
      () =>
        manifest(SECOND_GENERATION, {
          permissions: numbered(1000, (at) => `${at}${'\t'.repeat(1500)}`),
        }),
    ],
    [
      'a thousand dependencies of long names',
      'taken',
      () =>
        manifest(SECOND_GENERATION, {
          dependencies: numbered(1000, () => `{}`).map(() => ({ uuid: 'a.'.repeat(1500) })),
        }),
    ],
    [
      '20 000 entries with long names of dots',
      'taken',
      () => packed(FIRST_GENERATION, ...numbered(19_999, (at) => `${'.'.repeat(990)}${at}`)),
    ],
    [
      '20 000 entries in deep folders',
      'taken',
      () => packed(FIRST_GENERATION, ...numbered(19_999, (at) => `${'d/'.repeat(490)}${at}.pem`)),
    ],
    [
      '20 000 entries in capitals of many letters',
      'taken',
      () => packed(FIRST_GENERATION, ...numbered(19_999, (at) => `${'\u0390'.repeat(400)}${at}`)),
    ],
    ['65 534 entries', 'too_many_entries', () => packed('', ...numbered(65_533, String))],
  ]
  it.each(sampledRows(rows, /long names of dots|capitals|hundred thousand/))(
    '%s: %s',
    async (_, expected, make) => {
      expect(await outcome(make())).toBe(expected)
    },
    PATIENCE_MS,
  )
})

it.runIf(isWhole)(
  'half a gigabyte that is inflated is taken within the limits of uploads',
  async () => {
    const content = Buffer.alloc(120 * MB)
    for (let at = 0; at < content.length; at += 2048) randomBytes(64).copy(content, at)
    const files = numbered(4, (at) => `${at}.bin`).map((name) => ({
      path: name,
      content,
      isDeflated: true,
    }))
    const bytes = rawZip([{ path: 'manifest.json', content: FIRST_GENERATION }, ...files])
    expect(await outcome(bytes, { ...LIMITS, cpuMs: 20_000 })).toBe('taken')
  },
  PATIENCE_MS,
)
