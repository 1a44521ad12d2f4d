import { AsyncResource } from 'node:async_hooks'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { count, observe, secondsSince, setGauge } from '#lib/telemetry/registry.ts'
import { inSpan } from '#lib/telemetry/trace.ts'

/** First words of the statements of this project; others count as `other`. */
const OPERATIONS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
  'set',
  'savepoint',
  'release',
])

/**
 * Measures every statement of a pool, and adds a span with its text, without values, to the current
 * trace. The pool's own connections and transactions alike; not streams such as COPY.
 */
export function observePool(pool: Pool): void {
  pool.on('connect', observeClient)
  const connect = pool.connect.bind(pool)
  // A statement that waited for a connection runs in the callback of the request that returned it: the
  // trace must stay that of the request that waits.
  Object.assign(pool, {
    connect: (...args: unknown[]) =>
      Reflect.apply(
        connect,
        pool,
        args.map((arg) => (isFunction(arg) ? AsyncResource.bind(arg) : arg)),
      ),
  })
}

/** The gauge of a pool's connections; of the process's own pool. */
export function gaugePool(pool: Pool): void {
  setGauge('keystrip_sql_connections', () => [
    { labels: ['used'], value: pool.totalCount - pool.idleCount },
    { labels: ['idle'], value: pool.idleCount },
    { labels: ['waiting'], value: pool.waitingCount },
  ])
}

function observeClient(client: PoolClient): void {
  const original = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const text = textOf(args[0])
    // A stream: its end is not that of a statement.
    if (text === undefined) return Reflect.apply(original, client, args)
    const at = args.findLastIndex(isFunction)
    const callback = args[at]
    const operation = operationOf(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const run = () =>
      inSpan(`SQL ${operation}`, { kind: 'client', attributes }, () =>
        measured(operation, () => {
          if (!isFunction(callback)) return Promise.resolve(Reflect.apply(original, client, args))
          return new Promise((resolve, reject) => {
            const settle = (error: unknown, result: unknown) =>
              error ? reject(error) : resolve(result)
            Reflect.apply(original, client, args.with(at, settle))
          })
        }),
      )
    if (!isFunction(callback)) return run()
    const call = AsyncResource.bind(callback)
    run().then(
      (result) => call(null, result),
      (error: unknown) => call(error),
    )
    return undefined
  }
  Object.assign(client, { query })
}

async function measured<T>(operation: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    count('keystrip_sql_failures_total', [failureClass(error)])
    throw error
  } finally {
    observe('keystrip_sql_statement_seconds', secondsSince(began), [operation])
  }
}

/** Class of SQLSTATE, its first two characters; `connection` without an answer of the server. */
const failureClass = (error: unknown): string =>
  error instanceof DatabaseError ? (error.code ?? '').slice(0, 2) : 'connection'

/** The text of a statement; nothing for an object that sends itself. */
export function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined
}

function operationOf(text: string): string {
  const word = (/^\s*\(*\s*([a-z]+)/i.exec(text)?.[1] ?? '').toLowerCase()
  return OPERATIONS.has(word) ? word : 'other'
}

export type AnyFunction = (...args: unknown[]) => unknown
export const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function'
