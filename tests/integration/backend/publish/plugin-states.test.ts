import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { authors, hiddenDeletions, projects } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { sweepKept } from '#backend/services/hidden/kept.ts'
import { moderateIn } from '#backend/services/operator/moderate.ts'
import { type CheckedPlugin, checkPlugin } from '#backend/services/plugin/check.ts'
import { publishPlugin, refreshPlugin } from '#backend/services/plugin/publish.ts'
import { loseRepository, restoreRepository } from '#backend/services/plugin/repository-status.ts'
import {
  EVENTS,
  follow,
  type PluginEvent,
  type PluginPlace,
  reachable,
  stateOf,
  titleOf,
} from '#backend/services/plugin/states.ts'
import { deleteProject } from '#backend/services/project/delete.ts'
import { GRACE } from '#tests/support/operator.ts'
import { OCTO, type Owners, startOwners } from '#tests/support/plugin-owners.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const DAY_MS = 24 * 3600 * 1000
const ADDRESS = 'https://github.com/octo-ada/plums'
/** The title of a hidden project of the author: what has it is held. */
const HIDDEN_TITLE = 'Gone'
/** The files of a transaction that is undone stay. */
const storage = { remove: async () => undefined }

let owners: Owners
let read: CheckedPlugin
let author: Account
let owner: Account
let newcomer: Account
/** A publication of the owner from before repositories had numbers. */
let former: string

type Account = {
  uid: string
  token: string
  inputs: ReturnType<typeof createRequestSchema.parse>[]
}

/** An account with the inputs of so many publications; their files are uploaded. */
async function prepared(name: string, token: string, publications = 1): Promise<Account> {
  const inputs: Account['inputs'] = []
  for (let at = 0; at < publications; at += 1)
    inputs.push(createRequestSchema.parse(await owners.wishFor(token)))
  const [row] = await owners.backend.db.select().from(authors).where(eq(authors.name, name))
  return { uid: row?.uid ?? '', token, inputs }
}

beforeAll(async () => {
  owners = await startOwners()
  owners.repository()
  const { db, parts } = owners.backend
  read = await checkPlugin(parts.github, { repository_url: ADDRESS }, NOW)
  author = await prepared('grace', await owners.account('grace'), 2)
  newcomer = await prepared('mallory', await owners.account('mallory'))
  owner = await prepared('octo-ada', await owners.byGitHub(OCTO))
  const published = await owners.publish(owner.token)
  former = Object(published.data).id
  const NO_NUMBERS = { repositoryId: null, manifestId: null, ownerProof: null }
  await db.update(projects).set(NO_NUMBERS).where(eq(projects.id, former))
  const gone = { id: 'gone', kind: 'icon', title: HIDDEN_TITLE, deletedAt: NOW } as const
  await db.insert(hiddenDeletions).values({ ...gone, authorUid: author.uid, fileIds: [] })
})
afterAll(() => owners.stop())

/** The plugin of a walk: its id, `none` before its publication. */
type Walk = { tx: Transaction; id: string }

const rowOf = async ({ tx, id }: Walk) =>
  (await tx.select().from(projects).where(eq(projects.id, id)))[0]

async function placeOf(walk: Walk): Promise<PluginPlace> {
  const row = await rowOf(walk)
  if (row) return stateOf(row)
  const isKept = eq(hiddenDeletions.id, walk.id)
  return (await walk.tx.$count(hiddenDeletions, isKept)) > 0 ? 'kept' : 'none'
}

const whoOf = ({ uid }: Account) => ({ uid, kind: 'plugin' as const, now: NOW, overrides: {} })
const provedBy = (name: string) => ({ ...read, keystrip: `${name}\n` })

async function publish(walk: Walk, plugin: CheckedPlugin, title?: string) {
  const isFirst = walk.id === 'none'
  const [first, again] = author.inputs
  const input = isFirst ? first : again
  if (!input) throw new Error('no input')
  const given = { ...input, ...(title !== undefined && { title }), owned: [] }
  const { project } = await publishPlugin(walk.tx, whoOf(author), given, plugin)
  if (isFirst) walk.id = project.id
}

async function publishAs({ tx }: Walk, account: Account, plugin: CheckedPlugin) {
  const [input] = account.inputs
  if (!input) throw new Error('no input')
  await publishPlugin(tx, whoOf(account), { ...input, owned: [] }, plugin)
}

const refresh = ({ tx, id }: Walk, account: Account, plugin: CheckedPlugin) =>
  refreshPlugin(tx, whoOf(account), updateRequestSchema.parse({ id, refresh: true }), plugin)

async function lose(walk: Walk, status: 'replaced' | 'transferred') {
  const none = { id: walk.id, repositoryUrl: null, repositoryOwnerId: null }
  await loseRepository(walk.tx, (await rowOf(walk)) ?? none, { status, now: NOW })
}

const moderate =
  (action: 'hide' | 'restore' | 'release' | 'refuse' | 'delete') =>
  ({ tx, id }: Walk) =>
    moderateIn(tx, GRACE, { action, kind: 'plugin', id, reason: '' }, NOW)

const HAPPEN: Record<PluginEvent, (walk: Walk) => Promise<unknown>> = {
  publish: (walk) => publish(walk, read),
  'publish with proof': (walk) => publish(walk, provedBy('grace')),
  'publish a copy': (walk) => publish(walk, read, HIDDEN_TITLE),
  'publish a copy with proof': (walk) => publish(walk, provedBy('grace'), HIDDEN_TITLE),
  async import(walk) {
    if (walk.id !== 'none') return
    await publish(walk, read)
    const { tx, id } = walk
    await tx.update(projects).set({ repositoryId: null }).where(eq(projects.id, id))
  },
  'read without proof': (walk) => refresh(walk, author, read),
  'read with proof': (walk) => refresh(walk, author, provedBy('grace')),
  'find another repository': (walk) => lose(walk, 'replaced'),
  'find another owner': (walk) => lose(walk, 'transferred'),
  'find the old repository': ({ tx, id }) =>
    restoreRepository(tx, { id, authorUid: author.uid }, provedBy('grace'), NOW),
  displace: ({ tx }) => refresh({ tx, id: former }, owner, read),
  async 'take over'(walk) {
    await publishAs(walk, owner, read)
    const isAuthors = eq(projects.authorUid, author.uid)
    const [moved] = await walk.tx.select({ id: projects.id }).from(projects).where(isAuthors)
    if (moved) walk.id = moved.id
  },
  'claim the id': (walk) => {
    const repository = { ...read.repository, id: 424_242, ownerId: 4242 }
    return publishAs(walk, newcomer, { ...read, repository })
  },
  hide: moderate('hide'),
  restore: moderate('restore'),
  release: moderate('release'),
  refuse: moderate('refuse'),
  remove: moderate('delete'),
  delete: ({ tx, id }) =>
    deleteProject({ db: tx, storage }, { uid: author.uid, kind: 'plugin', id, now: NOW }),
  forget: ({ tx }) => sweepKept({ db: tx, storage }, new Date(NOW.getTime() + 31 * DAY_MS)),
}

class UndoneError extends Error {}

/** Runs in a transaction, or within one, that is undone. */
async function undone<T>(
  db: { transaction: (run: (tx: Transaction) => Promise<void>) => Promise<void> },
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  await db
    .transaction(async (tx) => {
      result = { value: await run(tx) }
      throw new UndoneError()
    })
    .catch((error: unknown) => {
      if (!(error instanceof UndoneError)) throw error
    })
  if (!result) throw new Error('not run')
  return result.value
}

/** What an event does to the plugin: where it leads, or the error that refuses it, whose transaction is undone. */
async function happen({ tx, id }: Walk, event: PluginEvent): Promise<string> {
  return undone(tx, async (inner) => {
    const walk = { tx: inner, id }
    try {
      await inner.transaction((step) => {
        walk.tx = step
        return HAPPEN[event](walk)
      })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return error.code
    }
    walk.tx = inner
    return titleOf(await placeOf(walk))
  })
}

const EVENT_NAMES = Object.keys(EVENTS).filter((name): name is PluginEvent => name in EVENTS)

const expected = (place: PluginPlace, event: PluginEvent): string => {
  const outcome = follow(place, event)
  return 'error' in outcome ? outcome.error : titleOf(outcome.to)
}

it('a plugin beside a hidden one is held, and has the number by a proof once it is released', async () => {
  const found = await undone(owners.backend.db, async (tx) => {
    const walk = { tx, id: 'none' }
    await publishAs(walk, newcomer, read)
    const isOther = eq(projects.authorUid, newcomer.uid)
    const [hidden] = await tx.select({ id: projects.id }).from(projects).where(isOther)
    const other = { tx, id: hidden?.id ?? '' }
    await HAPPEN.hide(other)
    await publish(walk, read)
    const held = await placeOf(walk)
    await HAPPEN.release(walk)
    const released = await placeOf(walk)
    const unproved = await happen(walk, 'read without proof')
    await HAPPEN['read with proof'](walk)
    const last = [await placeOf(walk), await placeOf(other)]
    return [titleOf(held), titleOf(released), unproved, ...last.map(titleOf)]
  })
  expect(found).toEqual([
    'held, displaced',
    'public, displaced',
    'plugin_taken',
    'public, proved',
    'hidden, displaced',
  ])
})

describe('a plugin in a state', () => {
  it.each(reachable().map((one) => ({ ...one, title: titleOf(one.place) })))(
    '$title: each event leads where the table says, or is refused',
    async ({ place, path }) => {
      const found = await undone(owners.backend.db, async (tx) => {
        const walk = { tx, id: 'none' }
        for (const event of path) await HAPPEN[event](walk)
        expect(await placeOf(walk)).toEqual(place)
        const outcomes: [PluginEvent, string][] = []
        for (const event of EVENT_NAMES) outcomes.push([event, await happen(walk, event)])
        return Object.fromEntries(outcomes)
      })
      const wanted = EVENT_NAMES.map((event) => [event, expected(place, event)])
      expect(found).toEqual(Object.fromEntries(wanted))
    },
  )
})
