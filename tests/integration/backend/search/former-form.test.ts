import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { searchSchema } from '#lib/contract/search.ts'
import { searchDocuments, searchWords } from '#backend/db/tables.ts'
import {
  enqueueIndexAgain,
  hasFormerDocuments,
  indexAgainHandler,
} from '#backend/services/search-index/index-again.ts'
import { testBackend } from '#tests/support/backend.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from '#tests/support/payer.ts'

/* Documents that the release before has written are searched as they are, until a job has indexed them again. */

const backend = await testBackend()
beforeEach(() => backend.empty())

async function titles(term: string) {
  const { data } = await backend.get(`/index/search?q=${encodeURIComponent(term)}`)
  return searchSchema.parse(data).items.map(({ title }) => title)
}
/** The vocabulary without the order of its rows. */
const words = () => backend.db.select().from(searchWords).orderBy(searchWords.word)
const documents = () => backend.db.select().from(searchDocuments).orderBy(searchDocuments.projectId)

/** Writes the document of a project as the release before does: its words, and its title without symbols. */
async function toFormer(id: string, terms: string, titleKey: string) {
  await backend.db.execute(sql`
    UPDATE search_documents SET terms = ${terms}::tsvector, title_key = ${titleKey} WHERE project_id = ${id}`)
  await backend.db.execute(sql`DELETE FROM search_words`)
  await backend.db.execute(sql`
    INSERT INTO search_words (word, documents, titles, spellings)
    SELECT ltrim(lexeme, '+~'), count(*), count(*) FILTER (WHERE lexeme LIKE '+%'), '{}'
    FROM search_documents, unnest(tsvector_to_array(terms)) AS lexeme
    WHERE lexeme !~ '^[+~]?[-=*]' GROUP BY 1`)
}

const run = () =>
  indexAgainHandler(backend).run('catalogue', {
    signal: new AbortController().signal,
    progress: async () => undefined,
    slice: { leftMs: () => 1, spend: () => undefined },
    payer: PAYER,
  })

describe('documents of the release before', () => {
  it('are found beside those of now', async () => {
    await backend.add({ title: 'C++ Snippets', description: '', downloads: 5 })
    const course = await backend.add({ title: 'Course of C++', description: '' })
    await toFormer(course, "'+course' '+of' '+c' '~ada'", 'course of c')
    expect(await titles('C++')).toEqual(['C++ Snippets', 'Course of C++'])
    expect(await titles('course')).toEqual(['Course of C++'])
  })

  it('are as new ones once the job has indexed them again', async () => {
    const bus = await backend.add({ title: 'Night bus', description: '', tags: ['dark-mode'] })
    const course = await backend.add({ title: 'Course of C++', description: '' })
    const fresh = { documents: await documents(), words: await words() }
    await toFormer(bus, "'+night' '+bus' '~dark' '~mode' '~ada'", 'night bus')
    await toFormer(course, "'+course' '+of' '+c' '~ada'", 'course of c')
    expect(await titles('nightbus')).toEqual(['Night bus'])
    expect(await hasFormerDocuments(backend.db)).toBe(true)
    await enqueueIndexAgain(backend.db)
    backend.jobs.wake()
    await waitFor(async () => expect(await hasFormerDocuments(backend.db)).toBe(false))
    expect(await titles('nightbus')).toEqual(['Night bus'])
    expect(await titles('#dark-mode')).toEqual(['Night bus'])
    expect(await documents()).toEqual(fresh.documents)
    const spelled = (all: typeof fresh.words) => all.map((word) => ({ ...word, spellings: [] }))
    expect(spelled(await words())).toEqual(spelled(fresh.words))
  })

  it('do not wait for one that fails, which is tried again', async () => {
    const ids: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      ids.push(await backend.add({ title, description: '' }))
    }
    const [broken = ''] = ids.toSorted()
    for (const id of ids) await toFormer(id, "'+word'", 'word')
    await backend.db.execute(sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused'; END $$`)
    await backend.db.execute(sql`
      CREATE TRIGGER refuse BEFORE UPDATE ON search_documents FOR EACH ROW
      WHEN (OLD.project_id = ${sql.raw(`'${broken}'`)}) EXECUTE FUNCTION refuse()`)
    await expect(run()).rejects.toThrow(/Failed query|refused/)
    await backend.db.execute(sql`DROP TRIGGER refuse ON search_documents`)
    const left = (await documents()).filter(({ terms }) => !terms.includes("'*2'"))
    expect(left.map(({ projectId }) => projectId)).toEqual([broken])
    expect(await run()).toBeUndefined()
    expect(await hasFormerDocuments(backend.db)).toBe(false)
  })

  it('need no job where there are none', async () => {
    await backend.add({ title: 'Night bus' })
    await enqueueIndexAgain(backend.db)
    const { rows } = await backend.db.execute(sql`SELECT name FROM jobs WHERE name LIKE 'index%'`)
    expect(rows).toEqual([])
  })
})
