import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Kind } from '#lib/contract/kind.ts'

/* The catalogue and the queries that the quality of search is measured with: tests/fixtures/search. */

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures/search')
const KINDS: Record<string, Kind> = { i: 'icon', p: 'plugin', o: 'profile', f: 'flexpage' }

/** Lines of a file, without comments and empty ones. */
const linesOf = (name: string) =>
  readFileSync(path.join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ') && line !== '#')

const split = (text: string | undefined, separator: string) =>
  (text ?? '').split(separator).filter((one) => one !== '' && one !== '-')

/** The projects of the catalogue; their titles are distinct. */
export const qualityProjects = () =>
  linesOf('catalogue.txt').map((line) => {
    const [title = '', kind = '', author = '', tags, description = '', downloads, icons] =
      line.split(' | ')
    return {
      title,
      kind: KINDS[kind] ?? 'icon',
      author,
      tags: split(tags, ', '),
      description,
      downloads: Number(downloads),
      icons: split(icons, ', '),
    }
  })

/** The queries by rule, each with the titles of which one is right as the first result, and all that belong to the first ones. */
export function qualityQueries() {
  let rule = ''
  return linesOf('queries.txt').flatMap((line) => {
    if (line.startsWith('## ')) {
      rule = line.slice(3)
      return []
    }
    const [query = '', first, others] = line.split(' | ')
    const right = split(first, ' / ')
    return [{ rule, query, right, relevant: [...new Set([...right, ...split(others, ' / ')])] }]
  })
}

/** How the release before answered each query; `place` is null without a right result among the first ones. */
export const answeredBefore = () =>
  new Map(
    linesOf('before.txt').map((line) => {
      const [query = '', place, recall] = line.split(' | ')
      return [
        query,
        { place: place === '-' ? null : Number(place), recall: Number(recall) },
      ] as const
    }),
  )
