import { getTranslations } from 'next-intl/server'
import { Grid } from '#components/catalogue/grid.tsx'
import { readPopular } from '#lib/catalogue/server.ts'
import type { Kind } from '#lib/contract/kind.ts'

/** A row of the widest grid. */
const SHOWN = 4

/** What is popular, where a search finds nothing: of its kind, or of all. */
export async function Popular({ kind }: { kind: Kind | undefined }) {
  const [t, projects] = await Promise.all([getTranslations('search'), readPopular(kind, SHOWN)])
  if (projects.length === 0) return null
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className="mb-4 font-display text-lg font-semibold">
        {t('popular')}
      </h2>
      <Grid projects={projects} level={3} />
    </section>
  )
}
