import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ClientBase, DatabaseError } from 'pg'
import { type AnyFunction, isFunction, textOf } from './observe.ts'

/*
 * Prepared statements (decision 209). PostgreSQL parses and plans a statement with a name once for a connection, which is most of what short
 * statements cost. Drizzle sends them without names.
 */

/** Prepared statements of a connection; a long one takes about 50 kB of its session. */
const STATEMENTS_MAX = 300
/** Texts whose uses are counted. */
const COUNTED_MAX = 1_000
/** The use at which a text gets a name: many are sent once, such as those with a list of ids. */
const NAMED_FROM = 3
/** SQLSTATE of a name that the session does not know, and of a statement whose columns have changed since. */
const GONE = new Set(['26000', '0A000'])

/** Names for the statements of one connection. */
export function createStatementNames() {
  // Connections of the embedded database share one session.
  const prefix = randomBytes(6).toString('hex')
  const names = new Map<string, string>()
  const uses = new LRUCache<string, number>({ max: COUNTED_MAX })
  let isOff = false
  return {
    /** Counts a use of a statement with parameters. @returns its name, if it has one. */
    nameOf(text: string): string | undefined {
      if (isOff) return undefined
      const name = names.get(text)
      if (name !== undefined || names.size >= STATEMENTS_MAX) return name
      const count = (uses.get(text) ?? 0) + 1
      uses.set(text, count)
      if (count < NAMED_FROM) return undefined
      const added = `${prefix}_${names.size}`
      names.set(text, added)
      return added
    },
    /** Gives no names any more if a statement has failed because of its own. */
    noteFailure(error: unknown): void {
      isOff ||= error instanceof DatabaseError && GONE.has(error.code ?? '')
    },
  }
}

/** Prepares what a connection sends repeatedly. Not for one of a pooler, which sends the next transaction to another session. */
export function prepareStatements(client: ClientBase): void {
  const { nameOf, noteFailure } = createStatementNames()
  const original = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const [statement, values, ...rest] = args
    const text = textOf(statement)
    const hasValues = Array.isArray(values) && values.length > 0
    const name = text !== undefined && hasValues ? nameOf(text) : undefined
    if (name === undefined) return Reflect.apply(original, client, args)
    const named = { ...(typeof statement === 'object' && statement), text, name }
    const noted = rest.map((one) => (isFunction(one) ? noting(one) : one))
    const result: unknown = Reflect.apply(original, client, [named, values, ...noted])
    if (result instanceof Promise) result.catch(noteFailure)
    return result
  }
  const noting =
    (callback: AnyFunction) =>
    (error: unknown, ...rest: unknown[]) => {
      noteFailure(error)
      callback(error, ...rest)
    }
  Object.assign(client, { query })
}
