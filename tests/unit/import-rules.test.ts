import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROOMS } from '../../rooms.ts'

const root = path.resolve(import.meta.dirname, '../..')

const REFUSED = [
  ['lib/contract', '#lib/env.ts'],
  ['lib/contract', '#backend/app.ts'],
  ['lib/api', '#lib/catalogue/server.ts'],
  ['lib/catalogue', '#lib/markdown/server.ts'],
  ['components/ui', '#lib/contract/kind.ts'],
  ['lib/search', '#lib/catalogue/server.ts'],
  ['components/catalogue', '#components/project/gallery.tsx'],
  ['components/search', '#components/catalogue/card.ts'],
  ['components/project', '#lib/catalogue/server.ts'],
  ['server', '#lib/api/call.ts'],
  ['server', 'next/dist/server/next.js'],
  ['server/next', '#server/handler.ts'],
  ['lib/cache', 'next/dist/server/next.js'],
  ['lib/cache', '#server/next/store.ts'],
  ['app', '#server/next/exchange.ts'],
  ['bench', 'next/dist/server/next.js'],
  ['lib/session', '#lib/sign-in/guard.ts'],
  ['lib/sign-in', '#lib/catalogue/server.ts'],
  ['lib/own-projects', '#lib/session/session.ts'],
  ['lib/programs', '#lib/account/account-outcome.ts'],
  ['lib/creator', '#lib/sign-in/current.ts'],
  ['lib/share', '#lib/catalogue/server.ts'],
  ['components/share', '#components/project/gallery.tsx'],
  ['components/account', '#lib/session/session.ts'],
  ['components/account', '#lib/creator/draft-client.ts'],
  ['components/account', '#components/programs/token-form-client.tsx'],
  ['components/creator', '#components/programs/event-fields.tsx'],
  ['components/creator', '#components/sign-in/screen.tsx'],
  ['lib/worker', '#lib/env.ts'],
  ['lib/log', '#lib/env.ts'],
  ['lib/markdown', '#lib/project/install.ts'],
  ['backend', '#lib/env.ts'],
  ['backend/services', '#app/page.tsx'],
  ['backend', '../lib/contract/kind.ts'],
  ['backend/services/icon', '#backend/services/search/search.ts'],
  ['backend/services/project', '#backend/services/search/search.ts'],
  ['backend/services/project', '#backend/http/parse.ts'],
  ['backend/db', '#backend/services/project/create.ts'],
  ['backend/http', '#backend/services/project/create.ts'],
  ['backend/services/project', '#demo/fill.ts'],
  ['covers', '#demo/fill.ts'],
  ['backend/services/operator', '#demo/fill.ts'],
  ['covers', '#demo/icon-set.ts'],
  ['covers', '#backend/services/project/columns.ts'],
  ['cli', '#backend/app.ts'],
  ['cli', '#backend/services/project/create.ts'],
  ['cli', '#lib/session/session.ts'],
  ['tests/support/reference-backend', '#lib/contract/kind.ts'],
  ['tests/support/reference-backend', '#backend/routes/send-file.ts'],
] as const

const ALLOWED = [
  ['lib/catalogue', '#lib/api/error.ts'],
  ['components/catalogue', '#components/ui/card.tsx'],
  ['server/next', 'next/dist/server/next.js'],
  ['server', '#server/next/exchange.ts'],
  ['app', '#server/next/build.ts'],
  ['components/account', '#lib/creator/draft-store-client.ts'],
  ['components/programs', '#components/signed-in/outcome-notice.tsx'],
  ['backend/services', '#lib/contract/kind.ts'],
  ['backend/services', '#lib/worker/pool.ts'],
  ['lib/markdown', '#lib/worker/pool.ts'],
  ['app', '#components/project/gallery.tsx'],
  ['backend/services/search', '#backend/services/project/columns.ts'],
  ['cli', '#backend/services/container/check-archive.ts'],
  ['demo', '#covers/palette.ts'],
  ['demo', '#backend/services/project/import.ts'],
] as const

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
})

/** A project outside of the source tree that has its lint configuration and one file per import. */
let project: string
let refused: Set<string>
const probeName = (room: string, specifier: string) =>
  `${room}/${specifier.replaceAll(/[^a-z]/g, '-')}.ts`

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'import-rules-'))
  const config = JSON.stringify(path.join(root, 'oxlint.config.ts'))
  await writeFile(path.join(project, 'oxlint.config.ts'), `export { default } from ${config}\n`)
  for (const [room, specifier] of [...REFUSED, ...ALLOWED]) {
    const file = path.join(project, probeName(room, specifier))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `import { part } from '${specifier}'\nexport const copy = part\n`)
  }
  refused = await lint()
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** The files with a refused import. */
async function lint(): Promise<Set<string>> {
  const oxlint = path.join(root, 'node_modules/.bin/oxlint')
  const output = await new Promise<string>((resolve) => {
    // Exits with 1 where an import is refused; the report is on standard output either way.
    execFile(oxlint, ['--format=json'], { cwd: project }, (_, stdout) => resolve(stdout))
  })
  const { diagnostics } = reportSchema.parse(JSON.parse(output))
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename),
  )
}

describe('a room', () => {
  it.each(REFUSED)('%s may not import %s', (room, specifier) => {
    expect(refused).toContain(probeName(room, specifier))
  })

  it.each(ALLOWED)('%s may import %s', (room, specifier) => {
    expect(refused).not.toContain(probeName(room, specifier))
  })
})

describe('the table of rooms', () => {
  it('has no circle', () => {
    const done = new Set<string>()
    const visit = (room: string, trail: string[]) => {
      expect(trail, 'circle').not.toContain(room)
      if (done.has(room)) return
      for (const target of ROOMS[room] ?? []) {
        for (const next of roomsOf(target)) if (next !== room) visit(next, [...trail, room])
      }
      done.add(room)
    }
    for (const room of Object.keys(ROOMS)) visit(room, [])
  })

  it('lets a feature import no sibling but the setup, the strip and what signed-in pages share', () => {
    const shared = ['components/ui', 'components/setup', 'components/strip', 'components/signed-in']
    const features = Object.entries(ROOMS).filter(([room]) => room.startsWith('components/'))
    const siblings = features.flatMap(([, imported]) =>
      imported.filter((room) => room.startsWith('components')),
    )
    expect(new Set(siblings)).toEqual(new Set(shared))
  })

  it.each(['lib', 'components', 'backend', 'backend/services'])(
    'has a row for each folder of %s',
    async (parent) => {
      const entries = await readdir(path.join(root, parent), { withFileTypes: true })
      const folders = entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${parent}/${name}`)
      const missing = folders.filter((folder) => roomsOf(folder).length === 0)
      expect(missing).toEqual([])
    },
  )
})

/** The rows that hold for `target`: those below a folder, or the one that contains a file. */
function roomsOf(target: string): string[] {
  const names = Object.keys(ROOMS)
  if (names.includes(target) && target !== 'backend') return [target]
  const inside = names.filter((name) => name.startsWith(`${target}/`))
  if (inside.length > 0) return inside
  return names.filter((name) => name !== 'backend' && target.startsWith(`${name}/`))
}
