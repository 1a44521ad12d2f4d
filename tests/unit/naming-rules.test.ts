import { glob, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { importsOf } from '#scripts/test/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A folder that holds more is divided by concern. */
const FOLDER_MAX = 40
const FOLDERS = 'app,backend,bench,cli,components,covers,demo,islands,lib,scripts,server'

/** `npm run typegen` writes it. */
const GENERATED = 'tests/support/reference-backend/api.ts'
const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:type|interface|class) (\w+)/gm

/** The sources of the web app by path from the root. */
const sources = new Map<string, string>()
beforeAll(async () => {
  for (const folder of ['app', 'components', 'lib', 'server']) {
    const names = await readdir(path.join(root, folder), { recursive: true })
    for (const name of names.filter((entry) => /\.tsx?$/.test(entry))) {
      const file = path.posix.join(folder, name.replaceAll(path.sep, '/'))
      sources.set(file, await readFile(path.join(root, file), 'utf8'))
    }
  }
})

const isClientName = (file: string) => /-client\.tsx?$/.test(file)
const isClientEntry = (file: string) => sources.get(file)?.startsWith("'use client'")
const filesWhere = (matches: (file: string) => boolean | undefined) =>
  [...sources.keys()].filter(matches)

describe('file names', () => {
  it('have -client where a module begins with "use client", error pages of Next aside', () => {
    const others = filesWhere((file) => isClientEntry(file) && !isClientName(file))
    expect(others.filter((file) => path.basename(file) !== 'error.tsx')).toEqual([])
  })

  it('have -client.tsx for components with "use client" only', () => {
    expect(filesWhere((file) => file.endsWith('-client.tsx') && !isClientEntry(file))).toEqual([])
  })

  it('have -client.ts for modules that only client modules import', () => {
    const onServer = filesWhere((file) => !isClientName(file) && !isClientEntry(file))
    const wrong = onServer.flatMap((file) =>
      importsOf(file)
        .filter((target) => isClientName(target) && !isClientEntry(target))
        .map((target) => `${file} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('are server.ts for modules that import server-only', () => {
    const servers = filesWhere((file) => path.basename(file) === 'server.ts')
    expect(servers).not.toEqual([])
    expect(servers.filter((file) => !sources.get(file)?.includes("import 'server-only'"))).toEqual(
      [],
    )
  })
})

describe('what only some files do', () => {
  it('is to send requests to the backend', () => {
    const clients = filesWhere((file) => {
      const source = sources.get(file) ?? ''
      return /\bfetch\(/.test(source) && /\bBACKEND_URL\b|\bbackendUrl\b/.test(source)
    })
    const others = ['lib/cache/follow.ts', 'lib/cache/site-settings.ts', 'server/health.ts']
    const expected = ['lib/api/call.ts', 'lib/api/file.ts', 'lib/api/forward.ts', ...others]
    expect(clients.toSorted()).toEqual(expected.toSorted())
  })

  it('is to read the query or headers in a public page: the search', () => {
    const isPublic = (file: string) => file.startsWith('app/[locale]/home/(public)/')
    const reading = filesWhere(
      (file) => isPublic(file) && /\bsearchParams\b|next\/headers/.test(sources.get(file) ?? ''),
    )
    expect(reading).toEqual(['app/[locale]/home/(public)/search/page.tsx'])
  })
})

describe('exported types', () => {
  /** The files of each, by its name. */
  const types = new Map<string, string[]>()
  beforeAll(async () => {
    const pattern = `{${FOLDERS},tests}/**/*.{ts,tsx}`
    for await (const file of glob(pattern, { cwd: root, exclude: [GENERATED] })) {
      const source = await readFile(path.join(root, file), 'utf8')
      for (const [, name = ''] of source.matchAll(EXPORTED_TYPE)) {
        types.set(name, [...(types.get(name) ?? []), file])
      }
    }
  })

  it('have a name of their own, in the whole tree', () => {
    expect(types.size).toBeGreaterThan(1000)
    expect([...types].filter(([, files]) => files.length > 1)).toEqual([])
  })

  it('exist where the glossary names one', async () => {
    const text = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8')
    const glossary = text.slice(text.indexOf('## Glossary'), text.indexOf('## Translations'))
    const named = [...glossary.matchAll(/`([A-Z][a-z]\w+)`/g)].map(([, name = '']) => name)
    expect(named).toContain('Payer')
    expect(named.filter((name) => !types.has(name))).toEqual([])
  })
})

describe('folders', () => {
  it(`hold at most ${FOLDER_MAX} source files`, async () => {
    const counts = new Map<string, number>()
    for await (const file of glob(`{${FOLDERS}}/**/*.{ts,tsx,mjs}`, { cwd: root })) {
      const folder = path.dirname(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThan(FOLDERS.split(',').length)
    expect([...counts].filter(([, count]) => count > FOLDER_MAX)).toEqual([])
  })
})
