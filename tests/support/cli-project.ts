import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import { clientOf } from './accounts.ts'
import { createFolder, jsonOf, runCli } from './cli.ts'
import { startCliSite } from './cli-site.ts'
import { buildStandardFile } from './containers.ts'
import { startFaultyBackend } from './faulty-backend.ts'
import { createPicture } from './images.ts'
import { stoppedAtEnd } from './stopped-at-end.ts'

/* Projects that the command line publishes, for a file of tests: each test has a folder and a title of its own. */

const publishedSchema = z.looseObject({
  id: z.string(),
  version: z.string(),
  repeated: z.boolean(),
})
/** What a publication with `--json` prints. */
export const publishedBy = (ran: { out: string }) => publishedSchema.parse(jsonOf(ran))

/** A folder with an icon pack, its cover and its description. */
function packFolder() {
  let current: Awaited<ReturnType<typeof createFolder>>
  let count = 0
  beforeEach(async () => {
    current = await createFolder()
    count += 1
    await current.write('pack.iconpack', buildStandardFile('icon'))
    await current.write('cover.png', await createPicture())
    await current.write('about.md', 'Trees and **fruit**.\n')
    return () => current.remove()
  })
  const folder = {
    write: (name: string, content: string | Uint8Array) => current.write(name, content),
    get path() {
      return current.path
    },
  }
  return { folder, titleOf: () => `Orchard ${count}` }
}

/** A site, and a folder with a project in `keystrip.json`. */
export async function startPublishing() {
  const site = await stoppedAtEnd(startCliSite())
  const { folder, titleOf } = packFolder()
  const configure = (overrides: Record<string, unknown> = {}) =>
    folder.write(
      'keystrip.json',
      JSON.stringify({
        title: titleOf(),
        description: 'about.md',
        category: 'nature',
        tags: ['Tree'],
        file: 'pack.iconpack',
        cover: { file: 'cover.png', alt: 'Trees' },
        gallery: ['cover.png'],
        ...overrides,
      }),
    )
  beforeEach(() => configure())
  return {
    site,
    folder,
    titleOf,
    configure,
    publish: (args: string[] = [], env: Record<string, string> = {}) =>
      runCli(['publish', '--json', ...args], { folder: folder.path, env: { ...site.env, ...env } }),
    readProject: async (id: string) =>
      CALLS.project.data.parse((await clientOf(site.backend).ask(`/icon/${id}`)).data),
    versionsOf: (id: string) => site.backend.db.$count(sql`versions where project_id = ${id}`),
  }
}

const ARGUMENTS =
  'publish --json --description about.md --category nature --file pack.iconpack --cover cover.png --gallery cover.png'

/** A site behind `front`, which fails as a test wants it. */
export async function startFaultyPublishing(options?: Parameters<typeof startCliSite>[0]) {
  const site = await stoppedAtEnd(startCliSite(options))
  const front = await stoppedAtEnd(startFaultyBackend())
  const { folder, titleOf } = packFolder()
  beforeEach(() => {
    front.requests.length = 0
  })
  const publish = (env: Record<string, string> = {}, more: string[] = []) =>
    runCli([...ARGUMENTS.split(' '), '--title', titleOf(), ...more], {
      folder: folder.path,
      env: { ...site.env, KEYSTRIP_SITE: front.url, ...env },
      random: () => 0.5,
    })
  return { site, front, folder, titleOf, publish }
}
