import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Writes migrations as drizzle-kit does, each after the one before. @param files the text of each. */
export async function migrationFolder(files: readonly string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
  await mkdir(path.join(folder, 'meta'))
  const entries = files.map((_, idx) => ({
    idx,
    version: '7',
    when: 1_700_000_000_000 + idx,
    tag: `000${idx}_x`,
    breakpoints: true,
  }))
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [at, { tag }] of entries.entries()) {
    await writeFile(path.join(folder, `${tag}.sql`), files[at] ?? '')
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
