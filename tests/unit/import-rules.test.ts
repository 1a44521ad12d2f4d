import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const probes: string[] = []
afterEach(() => {
  for (const probe of probes.splice(0)) rmSync(probe)
})

/** Whether lint lets a file in `room` import `specifier`. */
function mayImport(room: string, specifier: string): boolean {
  const file = path.join(root, room, `import-probe-${process.pid}.ts`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `import { thing } from '${specifier}'\nexport const kept = thing\n`)
  probes.push(file)
  try {
    execFileSync(path.join(root, 'node_modules/.bin/oxlint'), [file], { cwd: root, stdio: 'pipe' })
    return true
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    if (!said.includes('no-restricted-imports')) throw error
    return false
  }
}

describe('a room', () => {
  it.each([
    ['lib/contract', '#lib/env.ts'],
    ['lib/contract', '#backend/app.ts'],
    ['lib/api', '#lib/catalogue/server.ts'],
    ['lib/catalogue', '#lib/markdown/server.ts'],
    ['components/ui', '#lib/contract/kind.ts'],
    ['lib/search', '#lib/catalogue/server.ts'],
    ['components/catalogue', '#components/project/gallery.tsx'],
    ['components/search', '#components/catalogue/card.tsx'],
    ['components/project', '#lib/catalogue/server.ts'],
    ['server', '#lib/api/request.ts'],
    ['lib/session', '#lib/auth/guard.ts'],
    ['lib/auth', '#lib/catalogue/server.ts'],
    ['lib/creator', '#lib/auth/current.ts'],
    ['lib/share', '#lib/catalogue/server.ts'],
    ['components/share', '#components/project/gallery.tsx'],
    ['components/auth', '#lib/session/session.ts'],
    ['components/auth', '#lib/creator/draft-client.ts'],
    ['components/creator', '#components/auth/screen.tsx'],
    ['lib/worker', '#lib/env.ts'],
    ['lib/log', '#lib/env.ts'],
    ['lib/markdown', '#lib/project/install.ts'],
    ['backend', '#lib/env.ts'],
    ['backend/services', '#app/page.tsx'],
    ['backend', '../lib/contract/kind.ts'],
  ])('%s may not import %s', (room, specifier) => {
    expect(mayImport(room, specifier)).toBe(false)
  })

  it.each([
    ['lib/catalogue', '#lib/api/error.ts'],
    ['components/catalogue', '#components/ui/card.tsx'],
    ['components/auth', '#lib/creator/draft-store-client.ts'],
    ['backend/services', '#lib/contract/kind.ts'],
    ['backend/services', '#lib/worker/pool.ts'],
    ['lib/markdown', '#lib/worker/pool.ts'],
    ['app', '#components/project/gallery.tsx'],
  ])('%s may import %s', (room, specifier) => {
    expect(mayImport(room, specifier)).toBe(true)
  })
})
