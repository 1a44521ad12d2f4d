import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import {
  createInput,
  dataOf,
  FILE_KINDS,
  publish,
  register,
  send,
  uploadReady,
} from '#tests/contract/creator.ts'
import { spawnBackend } from './backend-process.ts'
import { buildPackage } from './containers.ts'
import { startPglite } from './database.ts'
import { FIRST_GENERATION, ownedBy, startGitHubStub } from './github-stub.ts'
import { checkOutBackend, newestRelease } from './release-code.ts'
import { FACTS, factsSchema, storedFile } from './stored-release.ts'

/*
 * `node tests/support/store-release.ts`, after a release: runs its code on an empty data folder, publishes a project of each kind, and
 * stores the folder for stored-releases.test.ts.
 */

const REPOSITORY = 'octo-ada/plums'

const release = newestRelease()
if (!release) throw new Error('The repository does not have the commit of the newest release.')
const code = await checkOutBackend(release.commit)
const folder = await mkdtemp(path.join(os.tmpdir(), 'store-'))
const dataDir = path.join(folder, 'data')
await mkdir(dataDir)
const github = await startGitHubStub()
const database = await startPglite(path.join(dataDir, 'database'), undefined, code.folder)
const backend = spawnBackend(
  {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '1',
    DATA_DIR: dataDir,
    DEMO: '0',
    INTERNAL_SECRET: 'of-the-stored-release',
    RATE_FACTOR: '1000',
    GITHUB_API_URL: github.url,
  },
  code.folder,
)
const target = {
  url: await backend.listening,
  isReadOnly: false,
  mailDir: path.join(dataDir, 'mail'),
}
const account = await register(target)

async function publishPlugin(): Promise<Project> {
  github.add(REPOSITORY, ownedBy(account.username))
  const upload = {
    purpose: 'project',
    name: 'plums.flexplugin',
    bytes: buildPackage(FIRST_GENERATION),
  }
  const file = await uploadReady(target, account.token, upload)
  const body = {
    ...(await createInput(target, account.token, 'profile')),
    file_id: undefined,
    package_ids: [file.id],
    version: '1.1.3',
    category: 'productivity',
    repository_url: `https://github.com/${REPOSITORY}`,
  }
  return dataOf(await send(target, '/plugin', { token: account.token, body }), projectSchema)
}

const projects = [await publishPlugin()]
for (const kind of FILE_KINDS) projects.push(await publish(target, account.token, kind))
await backend.stop()
await database.stop()

const facts: z.input<typeof factsSchema> = {
  account,
  projects: projects.map((answer) => {
    const { kind, id, title, description, version, category, tags, cover, gallery } = answer
    const files = [answer.file ?? [], (answer.packages ?? []).map(({ file }) => file)].flat()
    return {
      project: { kind, id, title, description, version, category, tags },
      files: files.map(({ url, sha256 }) => ({ url, sha256 })),
      pictures: [cover, ...gallery].map(({ url }) => url),
    }
  }),
}
await writeFile(path.join(folder, FACTS), JSON.stringify(factsSchema.parse(facts), undefined, 1))
await mkdir(path.dirname(storedFile('')), { recursive: true })
const tar = execFileSync('tar', ['-c', '-C', folder, FACTS, 'data/database', 'data/files'], {
  maxBuffer: 1024 * 1024 * 1024,
})
// The window reaches from one database of the folder to the next, which is nearly the same.
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
}
await writeFile(storedFile(release.version), brotliCompressSync(tar, { params }))
await Promise.all([github.stop(), code.remove(), rm(folder, { recursive: true })])
