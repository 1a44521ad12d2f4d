// @module-tag long
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { readSecretFiles } from '#scripts/settings/secret-variables.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/* `npm run start:web` and `npm run start:backend` up to where the process becomes the service. */

const SECRET = 'a-value-that-no-message-may-have'
const folder = await scratchFolder()
const file = path.join(folder, 'secret')
await writeFile(file, `${SECRET}\n`)

function start(name: string, variables: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn('node_modules/.bin/node', ['scripts/start-process.ts', name], {
    env: { NODE_ENV: 'production', PATH, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return new Promise<{ code: number | null; complaint: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, complaint })),
  )
}

it('refuses to start without secrets, which it does not generate', async () => {
  const web = await start('web', {})
  expect(web).toEqual({
    code: 1,
    complaint: 'Configuration: set INTERNAL_SECRET and SESSION_SECRET.\n',
  })
  const { complaint } = await start('backend', { INTERNAL_SECRET: SECRET })
  expect(complaint).toBe('Configuration: set DATABASE_URL.\n')
})

it('names a variable that is misspelt', async () => {
  const variables = { INTERNAL_SECRET: SECRET, DATABASE_URL: 'postgres://127.0.0.1:9/x' }
  const { complaint } = await start('backend', { ...variables, STORAGE_ULR: 's3://a/b' })
  expect(complaint).toContain(
    'STORAGE_ULR is not a variable of the site: did you mean STORAGE_URL?',
  )
})

it('becomes the service, with secrets from files', async () => {
  const variables = {
    DATABASE_URL: 'postgres://keystrip@127.0.0.1:9/keystrip',
    INTERNAL_SECRET_FILE: file,
  }
  // What the backend itself says when its database does not answer.
  const { code, complaint } = await start('backend', variables)
  expect([code, complaint]).toEqual([
    1,
    'The database cannot be reached (ECONNREFUSED); check DATABASE_URL.\n',
  ])
})

it('reads a secret from its file without the line break of an editor', () => {
  const { SESSION_SECRET } = readSecretFiles({ SESSION_SECRET_FILE: file })
  expect(SESSION_SECRET).toBe(SECRET)
})

it.each([
  [
    { SESSION_SECRET: SECRET, SESSION_SECRET_FILE: '/any' },
    'Set SESSION_SECRET or SESSION_SECRET_FILE, not both.',
  ],
  [{ SMTP_URL_FILE: '/none/at/all' }, 'The file that SMTP_URL_FILE names cannot be read.'],
])('names the variable that is wrong, not its value: %o', (variables, message) => {
  expect(() => readSecretFiles(variables)).toThrow(message)
  expect(message).not.toContain(SECRET)
})

it('takes no address of a cache with a password, which errors would contain', () => {
  const urls = (PURGE_URLS: string) => () => parseEnv({ PURGE_URLS })
  expect(urls('http://10.0.0.5:6082/, http://cache:6082')().PURGE_URLS).toHaveLength(2)
  expect(urls('http://ada:engine@10.0.0.5/')).toThrow(/^Configuration: bad value for PURGE_URLS/)
  expect(urls('http://ada:engine@10.0.0.5/')).not.toThrow(/engine/)
})
