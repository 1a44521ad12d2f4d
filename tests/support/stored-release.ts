import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'

/*
 * Data folders of earlier releases, made by their code (store-release.ts): embedded database and files, with one project of each kind.
 */

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/releases')
export const storedFile = (version: string) => path.join(FOLDER, `${version}.tar.br`)
export const STORED_RELEASES = globSync(storedFile('*')).map((file) =>
  path.basename(file, '.tar.br'),
)

/** What the release answered, beside the data folder. */
export const FACTS = 'facts.json'
export const factsSchema = z.object({
  account: z.object({ username: z.string(), password: z.string() }),
  projects: z.array(
    z.object({
      /** Parts of the project as the contract has it. */
      project: z.looseObject({ kind: z.enum(KINDS), id: z.string() }),
      /** Address and hash of each file to download. */
      files: z.array(z.object({ url: z.string(), sha256: z.string() })),
      /** Addresses of cover and gallery. */
      pictures: z.array(z.string()),
    }),
  ),
})

/** Unpacks the data folder of a release. */
export async function unpackStored(version: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stored-'))
  const input = brotliDecompressSync(await readFile(storedFile(version)))
  execFileSync('tar', ['-x', '-C', folder], { input })
  const facts = factsSchema.parse(JSON.parse(await readFile(path.join(folder, FACTS), 'utf8')))
  return {
    dataDir: path.join(folder, 'data'),
    ...facts,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
