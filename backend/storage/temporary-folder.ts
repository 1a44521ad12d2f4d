import { mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { attempt } from './error.ts'

/** A folder that is removed at the end of the block that has it by `await using`. @throws StorageError; DomainError `disk_full`. */
export const temporaryFolder = (name: string) =>
  attempt(() => mkdtempDisposable(path.join(os.tmpdir(), `keystrip-${name}-`)))
