import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  INTERNAL_SECRET_MIN,
  SESSION_SECRET_MIN,
  secretSchema,
  sessionSecretsSchema,
} from '#lib/contract/secret.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'

const SCHEMAS = { internal: secretSchema(INTERNAL_SECRET_MIN), session: sessionSecretsSchema }
const MIN = { internal: INTERNAL_SECRET_MIN, session: SESSION_SECRET_MIN }

/**
 * Reads a secret from its file in the data folder, if the file exists.
 * @throws Error with one sentence if the file contains no valid secret, e.g. truncated on a full disk.
 */
export async function readSecret(
  dataDir: string,
  name: keyof typeof SCHEMAS,
): Promise<string | undefined> {
  const file = fileOf(dataDir, name)
  const text = await readFile(file, 'latin1').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`The secret in ${file} cannot be read.`, { cause: error })
  })
  // Editors append a line break.
  const secret = text?.replace(/\r?\n$/, '')
  if (secret === undefined || SCHEMAS[name].safeParse(secret).success) return secret
  throw new Error(
    `The file ${file} does not contain a secret of at least ${MIN[name]} printable ASCII characters: ` +
      'restore it, or delete it to create a new one.',
  )
}

/** Reads a secret from its file in the data folder; creates it if it is missing. */
export async function ensureSecret(dataDir: string, name: keyof typeof SCHEMAS): Promise<string> {
  const existing = await readSecret(dataDir, name)
  if (existing !== undefined) return existing
  const secret = randomBytes(32).toString('base64url')
  await writeWhole(fileOf(dataDir, name), [Buffer.from(secret)])
  return secret
}

const fileOf = (dataDir: string, name: string) => path.join(dataDir, `${name}-secret`)
