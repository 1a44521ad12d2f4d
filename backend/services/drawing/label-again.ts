import { and, asc, eq, exists, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { fileIcons, files, settings } from '#backend/db/tables.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { type LabelDeps, labelFile } from './label-file.ts'

/** Job that finds the names of icons of files from before they were stored, as their authors wrote them. */
export const LABELS_JOB = 'icon-labels' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [LABELS_JOB]: true
  }
}
const SUBJECT = 'files'
/** Who takes turns for it: not the owners of the files, whose uploads would have to wait. */
const PAYER = 'icon labels'
/** For so long after the first start a backend of the release before may store files, in milliseconds. */
const BESIDE_MS = 7 * 24 * 3600 * 1000
/** Files per statement. */
const BATCH = 50
/** Time of one turn, in milliseconds. */
const TURN_MS = 2000

/** How far the job is: a row of `settings`, so that the next process continues. */
const stateSchema = z.object({
  /** The id of the last file that was read; they are read by id. */
  after: z.string(),
  /** Only files that were created later, by ISO 8601. */
  since: z.string(),
  /** When the first start with this job was. */
  begun: z.string(),
  isDone: z.boolean(),
})
type State = z.infer<typeof stateSchema>

const isState = eq(settings.name, LABELS_JOB)

async function readState(db: Database): Promise<State | undefined> {
  const [row] = await db.select().from(settings).where(isState)
  return row && stateSchema.parse(JSON.parse(row.value))
}

async function writeState(db: Database, state: State): Promise<void> {
  const value = JSON.stringify(state)
  await db
    .insert(settings)
    .values({ name: LABELS_JOB, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}

/**
 * Enqueues the job at the first start, and until it has read all files; afterwards, for a week, for those alone that a backend of the
 * release before has stored meanwhile.
 */
export async function enqueueLabels(db: Database, now: Date): Promise<void> {
  const begun = now.toISOString()
  const first = { after: '', since: new Date(0).toISOString(), begun, isDone: false }
  const state = (await readState(db)) ?? first
  if (state.isDone && now.getTime() - Date.parse(state.begun) > BESIDE_MS) return
  await writeState(db, state.isDone ? { ...first, since: state.begun, begun: state.begun } : state)
  await enqueue(db, {
    name: LABELS_JOB,
    subject: SUBJECT,
    priority: PRIORITY.again,
    payer: PAYER,
  })
}

/** Reads one file after the other, in turns. One that cannot be read does not keep the others from it. */
export const labelsHandler = (deps: LabelDeps): JobHandler => ({
  async run(_, { signal, payer }) {
    const { db } = deps
    const until = performance.now() + TURN_MS
    let state = await readState(db)
    if (!state || state.isDone) return
    const found = await findFiles(db, state)
    for (const id of found) {
      if (signal.aborted || performance.now() > until) return 'unfinished'
      await labelFile(deps, id, payer)
      state = { ...state, after: id }
      await writeState(db, state)
    }
    if (found.length === BATCH) return 'unfinished'
    await writeState(db, { ...state, isDone: true })
  },
  // The next start goes on after the file at which it has failed.
  async giveUp() {
    const state = await readState(deps.db)
    const [failed] = state ? await findFiles(deps.db, state) : []
    if (state && failed !== undefined) await writeState(deps.db, { ...state, after: failed })
  },
})

/** The next files with icons, also of hidden projects and former versions. */
async function findFiles(db: Database, { after, since }: State): Promise<string[]> {
  const icons = db
    .select({ one: sql`1` })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, files.id))
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.purpose, 'project'),
        ne(files.state, 'pending'),
        or(isNull(files.format), eq(files.format, 'iconpack')),
        exists(icons),
        gt(files.createdAt, new Date(since)),
        gt(files.id, after),
      ),
    )
    .orderBy(asc(files.id))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}
