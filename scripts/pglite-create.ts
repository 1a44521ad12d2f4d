import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

const extensions = { pg_trgm, unaccent }

/** Opens the database in a folder, or creates one in an empty folder; in memory without a folder. */
export const createEmbedded = (dataDir?: string): Promise<PGlite> =>
  PGlite.create(dataDir === undefined ? { extensions } : { dataDir, extensions })
