import type { Dependencies } from '#backend/dependencies.ts'
import { admitToFile } from '#backend/http/own-upload.ts'
import { createFileLookup } from '#backend/services/file/lookup.ts'
import { reachesFile } from '#backend/services/project/reached-files.ts'

export type FileAccess = ReturnType<typeof createFileAccess>

/** Finds a file, and admits a caller to it. */
export const createFileAccess = ({ db, clock }: Dependencies) => ({
  find: createFileLookup(db, clock),
  /** As `admitToFile`; to a token of one project the other uploads of its account count as those of another account. */
  admit: (
    { id, ...file }: { id: string } & Parameters<typeof admitToFile>[0],
    identify: Parameters<typeof admitToFile>[1],
  ) =>
    admitToFile(file, async () => {
      const principal = await identify()
      return principal && (await reachesFile(db, principal, id)) ? principal : undefined
    }),
})
