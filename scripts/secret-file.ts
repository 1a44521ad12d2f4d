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
 * The secret that is kept in a file of the data folder; nothing where there is no such file.
 * @throws Error with one sentence for a file that holds no secret, such as one cut off by a full disk.
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
  // An editor ends the last line.
  const secret = text?.replace(/\r?\n$/, '')
  if (secret === undefined || SCHEMAS[name].safeParse(secret).success) return secret
  throw new Error(
    `The file ${file} holds no secret of at least ${MIN[name]} printable ASCII characters: ` +
      'put it back, or remove it for a new one.',
  )
}

/** The secret that is kept in a file of the data folder, made where there is none. */
export async function keptSecret(dataDir: string, name: keyof typeof SCHEMAS): Promise<string> {
  const kept = await readSecret(dataDir, name)
  if (kept !== undefined) return kept
  const secret = randomBytes(32).toString('base64url')
  await writeWhole(fileOf(dataDir, name), (file) => file.writeFile(secret))
  return secret
}

const fileOf = (dataDir: string, name: string) => path.join(dataDir, `${name}-secret`)
