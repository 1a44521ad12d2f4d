import { observe, secondsSince } from '#lib/telemetry/registry.ts'
import { inSpan } from '#lib/telemetry/trace.ts'
import { ObjectMissingError } from './error.ts'
import type { Storage } from './storage.ts'

/** A storage whose operations are measured and appear in the current trace, without the keys of objects. */
export function observeStorage(storage: Storage): Storage {
  return {
    ...storage,
    write: (...args) => observed('write', () => storage.write(...args)),
    writeStream: (...args) => observed('write', () => storage.writeStream(...args)),
    size: (...args) => observed('size', () => storage.size(...args)),
    remove: (...args) => observed('remove', () => storage.remove(...args)),
    read: (...args) => observed('read', () => storage.read(...args)),
    readBytes: (...args) => observed('read', () => storage.readBytes(...args)),
    freeBytes: () => observed('free', () => storage.freeBytes()),
  }
}

async function observed<T>(operation: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  let result = 'failed'
  try {
    const value = await inSpan(`storage ${operation}`, { kind: 'client' }, work)
    result = 'ok'
    return value
  } catch (error) {
    if (error instanceof ObjectMissingError) result = 'missing'
    throw error
  } finally {
    const labels = [operation, result]
    observe('keystrip_storage_operation_seconds', secondsSince(began), labels)
  }
}
