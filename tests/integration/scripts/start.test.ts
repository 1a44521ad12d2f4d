// @module-tag long
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { spawnStart } from '#tests/support/start-process.ts'

let folder: string
let ports: { PORT: string; BACKEND_PORT: string }
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'start-'))
  ports = { PORT: String(await freePort()), BACKEND_PORT: String(await freePort()) }
})
afterAll(() => rm(folder, { recursive: true }))

function start(variables: Record<string, string>) {
  return spawnStart({ DATA_DIR: folder, ...ports, ...variables }).ended
}

/** One line without a stack trace. */
const sentence = (pattern: RegExp) => expect.stringMatching(new RegExp(`^${pattern.source}\n$`))

describe('a failing start reports the reason in one sentence and exits with 1', () => {
  it.each(['PORT', 'BACKEND_PORT'])('when %s is taken', async (name) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    expect(await start({ [name]: port })).toEqual({
      code: 1,
      complaint: `Port ${port} is taken by another program; set ${name} to a free one.\n`,
    })
    other.close()
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'https://example.org/icons'],
    ['INSTALL_URL_TEMPLATE', 'javascript:alert(1)'],
    ['BACKEND_PORT', '-1'],
    ['DEMO', 'perhaps'],
  ])('when %s is “%s”', async (name, value) => {
    const { code, complaint } = await start({ [name]: value })
    expect(code).toBe(1)
    expect(complaint).toEqual(sentence(/[^\n]+/))
    expect(complaint).toContain(name)
  })

  it.each([
    ['INTERNAL_SECRET', ' '.repeat(40)],
    ['INTERNAL_SECRET', 'too short'],
    ['INTERNAL_SECRET', `\u00e9${'x'.repeat(40)}`],
    ['INTERNAL_SECRET', `\u0007${'x'.repeat(40)}`],
    ['SESSION_SECRET', ' '.repeat(40)],
    ['SESSION_SECRET', 'x'.repeat(31)],
    ['SESSION_SECRET', `${'x'.repeat(32)},short`],
  ])('when %s is %j, without the value', async (name, value) => {
    const { code, complaint } = await start({ [name]: value })
    expect(code).toBe(1)
    expect(complaint).toEqual(sentence(/Configuration: bad value for [^\n]+/))
    expect(complaint).toContain(name)
    expect(complaint).not.toContain(value)
  })

  it.each([
    ['internal-secret', ''],
    ['internal-secret', '   \n'],
    ['internal-secret', 'cut off'],
    ['session-secret', ''],
    ['session-secret', '\0'.repeat(43)],
    ['session-secret', 'x'.repeat(31)],
  ])('when the file %s contains %j, which stays unchanged', async (name, text) => {
    const dataDir = await mkdtemp(path.join(folder, 'data-'))
    await writeFile(path.join(dataDir, name), text)
    const min = name.startsWith('internal') ? 16 : 32
    expect(await start({ DATA_DIR: dataDir, INTERNAL_SECRET: '', SESSION_SECRET: '' })).toEqual({
      code: 1,
      complaint:
        `The file ${path.join(dataDir, name)} does not contain a secret of at least ${min} printable ASCII ` +
        'characters: restore it, or delete it to create a new one.\n',
    })
    expect(await readFile(path.join(dataDir, name), 'utf8')).toBe(text)
  })

  it('when the data folder is below a file', async () => {
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    const below = path.join(file, 'data')
    expect(await start({ DATA_DIR: below })).toEqual({
      code: 1,
      complaint: `The data folder ${below} cannot be written to; set DATA_DIR to another one.\n`,
    })
  })

  it.runIf(process.platform === 'linux')('when the data folder cannot be created', async () => {
    const { code, complaint } = await start({ DATA_DIR: '/proc/nowhere/data' })
    expect({ code, complaint }).toEqual({ code: 1, complaint: sentence(/The data folder .+/) })
  })

  it('when another site uses the folder, which stays unchanged', async () => {
    const used = await mkdtemp(path.join(folder, 'used-'))
    const release = await takeLock(path.join(used, '.lock'))
    expect(await start({ DATA_DIR: used })).toEqual({
      code: 1,
      complaint: `The site of this folder still runs, pid ${process.pid}; stop it first.\n`,
    })
    expect(await readdir(used)).toEqual(['.lock'])
    await release()
  })
})

it('a start names what is probably a mistake, before anything else', async () => {
  const used = await mkdtemp(path.join(folder, 'used-'))
  const release = await takeLock(path.join(used, '.lock'))
  const { complaint } = await start({
    DATA_DIR: used,
    SITE_NMAE: 'Icons',
    IMPRINT_FILE: '/none.md',
  })
  expect(complaint).toBe(
    'Configuration: SITE_NMAE is not a variable of the site: did you mean SITE_NAME?\n' +
      'Configuration: The file /none.md of IMPRINT_FILE does not exist: the page that the footer links is an error.\n' +
      `The site of this folder still runs, pid ${process.pid}; stop it first.\n`,
  )
  await release()
})

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
/** Commands of npm that install packages themselves, without the options that some have. */
const COMMANDS = Object.values(scripts).filter((text) =>
  /^node scripts\/\w+\.mjs(?: \S+\.ts)?$/.test(text),
)
it.each(COMMANDS)('%s --version prints the version of the site and does nothing else', (text) => {
  const [, ...words] = text.split(' ')
  const said = execFileSync('node_modules/.bin/node', [...words, '--version'], { encoding: 'utf8' })
  expect(said).toBe(`${VERSION}\n`)
})
