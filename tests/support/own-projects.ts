import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import { ownProjectsSchema } from '#lib/contract/own-project.ts'
import type { StatisticEvent } from '#lib/contract/statistic.ts'
import { dailyCounts, projects } from '#backend/db/tables.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'

/** Own projects of accounts, by the calls of the API and by rows. */
export function ownProjectsOf(backend: TestBackend) {
  const ask = (token: string, query = '') =>
    clientOf(backend).ask(`/account/projects${query}`, token === '' ? {} : { token })
  const read = async (token: string, query = '') =>
    ownProjectsSchema.parse((await ask(token, query)).data)
  const titles = async (token: string, query = '') =>
    (await read(token, query)).items.map(({ title }) => title)
  const uidOf = async (token: string) => {
    const { data } = await clientOf(backend).ask('/account/info', { token })
    return z.object({ uid: z.string() }).parse(data).uid
  }
  /** Adds a project of an account, without its files. */
  async function add(token: string, title: string, kind: Kind = 'icon'): Promise<string> {
    const id = await backend.add({ title, kind, category: 'other' })
    const set = { authorUid: await uidOf(token) }
    await backend.db.update(projects).set(set).where(eq(projects.id, id))
    return id
  }
  const count = (projectId: string, day: string, event: StatisticEvent, number: number) =>
    backend.db.insert(dailyCounts).values({ projectId, day, event, count: number })
  return { ask, read, titles, add, count }
}
