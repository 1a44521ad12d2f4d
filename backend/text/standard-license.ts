import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import licenses from 'spdx-license-list'
import { z } from 'zod'

const schema = z.object({ licenseText: z.string() })

/** The standard text of a licence of SPDX; null for an expression, and for what is no identifier. */
export async function standardLicense(id: string | null): Promise<string | null> {
  if (id === null || !Object.hasOwn(licenses, id)) return null
  const file = fileURLToPath(import.meta.resolve(`spdx-license-list/licenses/${id}.json`))
  return schema.parse(JSON.parse(await readFile(file, 'utf8'))).licenseText.trim()
}
