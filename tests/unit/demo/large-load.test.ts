import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { KINDS } from '#lib/contract/kind.ts'
import { fileDrawings, fileIcons, searchDocuments } from '#backend/db/tables.ts'
import { loadLarge } from '#demo/large/load.ts'

const COLUMN_COUNTS = new Map<string, number>([
  ...[fileDrawings, fileIcons, searchDocuments].map(
    (table) => [getTableName(table), Object.keys(getTableColumns(table)).length] as const,
  ),
  ['new_authors', 2],
  ['new_words', 4],
])

const template = {
  cover: '{}',
  gallery: '[]',
  owner: null,
  repositoryUrl: null,
  release: null,
  file: {
    id: 'file',
    key: 'key',
    name: 'pack.iconpack',
    mediaType: 'application/zip',
    size: 1,
    sha256: '',
    drawings: 'ready',
    drawingsKey: 'drawings',
    drawingsVersion: 1,
  },
  icons: ['sun', 'moon'].map((name) => ({
    name,
    offset: 0,
    packedSize: 1,
    size: 1,
    isDeflated: false,
    safe: { offset: 0, size: 1, refused: null, tone: 'light', simplified: '{}' },
  })),
}

it('copies rows of the large catalogue with a value for every column', async () => {
  const copied = new Map<string, number>()
  const added = await loadLarge(
    {
      query: async (statement) => {
        if (statement.includes('AS known')) return [{ known: 0 }]
        return statement.includes('FROM projects')
          ? KINDS.map((kind) => ({ kind, ...template }))
          : []
      },
      copy: async (target, lines) => {
        const [, table = '', columns] = /^(\w+)(?: \((.*)\))?$/s.exec(target) ?? []
        const expected = columns?.split(',').length ?? COLUMN_COUNTS.get(table)
        const counts = new Set([...lines].map((line) => line.split('\t').length))
        expect([...counts], table).toEqual([expected])
        copied.set(table, (copied.get(table) ?? 0) + 1)
      },
    },
    30,
    () => undefined,
  )
  expect(added).toBe(30)
  expect([...copied.keys()].toSorted()).toEqual([
    'file_drawings',
    'file_icons',
    'files',
    'new_authors',
    'new_words',
    'projects',
    'search_documents',
    'versions',
  ])
})
