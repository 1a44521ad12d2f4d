import { counterColumns, projectColumns } from '#backend/services/project/columns.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'
import {
  documentTerms,
  type DocumentField,
  isWord,
  toTsvector,
} from '#backend/services/search-index/document.ts'
import { documentColumns } from '#backend/services/search-index/index-project.ts'
import { indexedSpellings } from '#backend/services/search-index/vocabulary.ts'
import { type LargeProject, largeProject } from './generate.ts'
import { type BulkDb, readTemplates, type Template, type Templates } from './templates.ts'

/** Projects between two progress reports. */
const BATCH = 10_000
/** From this number on, rebuilding the indexes is faster than updating them. */
const REINDEX_FROM = 20_000
/** Maximum number of icons stored per pack. */
const ICONS_PER_PACK = 6
const TABLES = [
  'authors',
  'files',
  'projects',
  'versions',
  'search_documents',
  'file_icons',
  'file_drawings',
  'search_words',
]
const FILE_COLUMNS =
  'id, purpose, key, name, media_type, size, sha256, created_at, drawings, drawings_key, drawings_version'
const ICON_COLUMNS = 'file_id, name, position, "offset", packed_size, size, is_deflated, terms'

/**
 * Adds projects up to `count` of the large catalogue, in one transaction. Pictures and files are those
 * of the demo projects.
 * @returns the number of added projects.
 */
export async function loadLarge(
  db: BulkDb,
  count: number,
  onProgress: (done: number, total: number, what: string) => void,
): Promise<number> {
  const templates = await readTemplates(db)
  await db.query('BEGIN')
  try {
    const [known] = await db.query(
      "SELECT count(*)::integer AS known FROM projects WHERE demo_key LIKE 'seed-%'",
    )
    const from = Number(known?.['known'])
    const total = count - from
    if (total <= 0) return 0
    const rebuild = total >= REINDEX_FROM ? await dropIndexes(db) : []
    await db.query('CREATE TEMPORARY TABLE new_authors (uid text, name text) ON COMMIT DROP')
    const words: Words = new Map()
    const met = new Set<string>()
    for (let at = from; at < count; at += BATCH) {
      onProgress(at - from, total, 'projects')
      await copyBatch(db, at, Math.min(at + BATCH, count), { templates, words, met })
    }
    onProgress(total, total, 'words')
    await copyWords(db, words)
    for (const [at, statement] of rebuild.entries()) {
      onProgress(at, rebuild.length, 'indexes')
      await db.query(statement)
    }
    onProgress(total, total, 'done')
    await db.query('COMMIT')
    return total
  } catch (error) {
    await db.query('ROLLBACK')
    throw error
  }
}

/** Drops indexes. @returns the statements that create them again. */
async function dropIndexes(db: BulkDb): Promise<string[]> {
  const names = TABLES.map((table) => `'${table}'`).join(', ')
  const indexes = await db.query(`
    SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename IN (${names})
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`)
  for (const { indexname } of indexes) await db.query(`DROP INDEX "${String(indexname)}"`)
  await db.query("SET LOCAL maintenance_work_mem = '512MB'")
  return indexes.map(({ indexdef }) => String(indexdef))
}

/** Authors that this run has not added yet. */
async function copyAuthors(db: BulkDb, projects: LargeProject[], met: Set<string>) {
  const authors = new Map(projects.map(({ author }) => [author.uid, author.name]))
  for (const uid of authors.keys()) if (met.has(uid)) authors.delete(uid)
  for (const uid of authors.keys()) met.add(uid)
  await db.query('TRUNCATE new_authors')
  await db.copy('new_authors', [...authors].map(copyLine))
  await db.query(
    'INSERT INTO authors (uid, name) SELECT uid, name FROM new_authors ON CONFLICT DO NOTHING',
  )
}

async function copyBatch(
  db: BulkDb,
  from: number,
  to: number,
  { templates, words, met }: { templates: Templates; words: Words; met: Set<string> },
) {
  const projects = Array.from({ length: to - from }, (_, at) => largeProject(from + at))
  await copyAuthors(db, projects, met)
  const files: string[] = []
  const rows: string[] = []
  const versions: string[] = []
  const documents: string[] = []
  const icons: string[] = []
  const drawings: string[] = []
  for (const [at, project] of projects.entries()) {
    const n = from + at
    const choices = templates[project.kind] ?? []
    const template = choices[n % choices.length]
    if (!template) throw new Error(`The demo catalogue has no ${project.kind}; fill it first.`)
    const inside = template.icons.length > 0 ? some(template, n) : []
    if (inside.length > 0 && template.file) {
      files.push(fileLine(project, template.file))
      icons.push(...inside.map((icon, place) => iconLine(project, icon, place)))
      drawings.push(...inside.flatMap((icon) => drawingLine(project, icon)))
    }
    const fileId = inside.length > 0 ? project.id : (template.file?.id ?? null)
    rows.push(projectLine(project, template, fileId))
    versions.push(copyLine([project.id, project.version, fileId, '', project.updated_at]))
    const names = inside.map(({ name }) => name)
    const terms = documentTerms({ ...project, author: project.author.name, icons: names })
    countWords(words, terms)
    documents.push(documentLine(project, fileId, toTsvector(terms)))
  }
  await db.copy(`files (${FILE_COLUMNS})`, files)
  await db.copy(`projects (${PROJECT_COLUMNS})`, rows)
  await db.copy('versions (project_id, version, file_id, notes, created_at)', versions)
  await db.copy(`search_documents (${DOCUMENT_COLUMNS})`, documents)
  await db.copy(`file_icons (${ICON_COLUMNS})`, icons)
  await db.copy('file_drawings', drawings)
}

const some = ({ icons }: Template, n: number) =>
  Array.from({ length: Math.min(ICONS_PER_PACK, icons.length) }, (_, at) => {
    const icon = icons[(n * 7 + at) % icons.length]
    if (!icon) throw new Error('no icon')
    return icon
  })

/** Numbers of documents and titles that contain a word. */
type Words = Map<string, { documents: number; titles: number }>

function countWords(words: Words, terms: Map<string, DocumentField>) {
  for (const [term, field] of terms) {
    if (!isWord(term)) continue
    const known = words.get(term) ?? { documents: 0, titles: 0 }
    known.documents += 1
    if (field === 'title') known.titles += 1
    words.set(term, known)
  }
}

async function copyWords(db: BulkDb, words: Words) {
  await db.query(
    'CREATE TEMPORARY TABLE new_words (word text, documents integer, titles integer, spelled text) ON COMMIT DROP',
  )
  function* lines() {
    for (const [word, { documents, titles }] of words) {
      yield copyLine([word, documents, titles, indexedSpellings(word)])
    }
  }
  await db.copy('new_words', lines())
  await db.query(`
    INSERT INTO search_words AS known (word, documents, titles, spellings)
    SELECT word, documents, titles, string_to_array(spelled, ' ') FROM new_words
    ON CONFLICT (word) DO UPDATE SET documents = known.documents + excluded.documents,
      titles = known.titles + excluded.titles`)
}

const PROJECT_COLUMNS =
  'id, kind, author_uid, title, sort_key, description, language, version, operating_systems, minimum_version, minimum_version_parts, category, tags, is_sample, cover, gallery, file_id, owner, repository_url, release, views, downloads, installs, popularity, created_at, updated_at, demo_key'

const DOCUMENT_COLUMNS =
  'project_id, kind, author_uid, file_id, category, operating_systems, minimum_version_parts, title_key, sort_key, updated_at, rank, terms'

const columnsOf = (project: LargeProject) => ({
  ...projectColumns(project),
  ...counterColumns(project, instant(project.updated_at)),
})

function projectLine(project: LargeProject, template: Template, fileId: string | null): string {
  const columns = columnsOf(project)
  return copyLine([
    project.id,
    project.kind,
    project.author.uid,
    columns.title,
    columns.sortKey,
    columns.description,
    project.language,
    columns.version,
    arrayText(columns.operatingSystems),
    columns.minimumVersion,
    arrayText(columns.minimumVersionParts),
    columns.category,
    arrayText(project.tags),
    'true',
    template.cover,
    template.gallery,
    fileId,
    template.owner,
    template.repositoryUrl,
    template.release,
    columns.views,
    columns.downloads,
    columns.installs,
    columns.popularity,
    project.created_at,
    project.updated_at,
    project.slug,
  ])
}

function documentLine(project: LargeProject, fileId: string | null, terms: string): string {
  const document = documentColumns({
    ...columnsOf(project),
    kind: project.kind,
    authorUid: project.author.uid,
    fileId,
    updatedAt: new Date(project.updated_at),
  })
  return copyLine([
    project.id,
    document.kind,
    document.authorUid,
    document.fileId,
    document.category,
    arrayText(document.operatingSystems),
    arrayText(document.minimumVersionParts),
    document.titleKey,
    document.sortKey,
    project.updated_at,
    document.rank,
    terms,
  ])
}

function fileLine({ id, created_at }: LargeProject, file: NonNullable<Template['file']>): string {
  const { key, name, mediaType, size, sha256, drawings, drawingsKey, drawingsVersion } = file
  const made = [drawings, drawingsKey, drawingsVersion]
  return copyLine([id, 'project', key, name, mediaType, size, sha256, created_at, ...made])
}

function drawingLine({ id }: LargeProject, { name, safe }: Template['icons'][number]): string[] {
  if (!safe) return []
  const { offset, size, refused, tone, simplified } = safe
  return [copyLine([id, name, offset, size, refused, tone, simplified, null])]
}

function iconLine({ id, kind }: LargeProject, icon: Template['icons'][number], at: number): string {
  const { name, offset, packedSize, size, isDeflated } = icon
  const terms = kind === 'icon' ? iconTerms({ name }) : ''
  return copyLine([id, name, at, offset, packedSize, size, String(isDeflated), terms])
}

/** All events at one time. */
const instant = (time: string) => ({ from: new Date(time), until: new Date(time) })

type Value = string | number | null

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A line of PostgreSQL's COPY in text format. */
function copyLine(values: readonly Value[]): string {
  const fields = values.map((value) =>
    value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] ?? mark),
  )
  return `${fields.join('\t')}\n`
}

/** A PostgreSQL array literal. */
function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map(
    (value) => `"${String(value).replace(/["\\]/g, (mark) => `\\${mark}`)}"`,
  )
  return `{${quoted.join(',')}}`
}
