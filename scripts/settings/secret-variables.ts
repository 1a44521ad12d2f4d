import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { parseVariables, type Variables } from '#lib/variables.ts'

/** Variables with passwords or keys. Each may be in a file that `{NAME}_FILE` names. */
export const SECRETS = [
  'DATABASE_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'INTERNAL_SECRET',
  'SESSION_SECRET',
  'GITHUB_API_TOKEN',
  'BACKUP_TO',
  'BACKUP_PASSPHRASE',
  ...PROVIDERS.map((provider) => `${provider.toUpperCase()}_CLIENT_SECRET`),
]

const filesSchema = z.record(z.string(), z.string())

/**
 * The variables with the values of those files, as container engines and systemd hand out secrets.
 * @throws Error with one sentence that names the variable whose file cannot be read, or that is set in both ways.
 */
export function readSecretFiles(source: Variables): Record<string, string | undefined> {
  const set = parseVariables(filesSchema, source)
  const read: Record<string, string> = {}
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`]
    if (file === undefined) continue
    if (set[name] !== undefined) throw new Error(`Set ${name} or ${name}_FILE, not both.`)
    try {
      // Editors append a line break.
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (cause) {
      throw new Error(`The file that ${name}_FILE names cannot be read.`, { cause })
    }
    if (read[name] === '') throw new Error(`The file that ${name}_FILE names is empty.`)
  }
  return { ...source, ...read }
}
