import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { benchCached } from './cached.ts'
import { benchCalls } from './calls.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchCompared } from './compare.ts'
import { benchFronts } from './fronts.ts'
import { benchMany } from './many.ts'
import { benchObserved } from './observed.ts'
import { benchPrices } from './prices.ts'
import { benchRendered } from './rendered.ts'
import { type ReportPart, writePart } from './report.ts'
import { benchSearches } from './searches.ts'
import type { Measure } from './section.ts'
import { startSite } from './site.ts'
import { benchSizes } from './sizes.ts'
import { targetTable } from './targets.ts'

/*
 * `npm run bench`: pages and calls on the demo catalogue, and what is reached of the targets.
 * `npm run bench -- --only cached`: one of its sections; several are possible.
 * `npm run bench -- --projects 100000`: times of the backend on catalogues of up to that size.
 * `npm run bench -- --compare COMMIT`: this tree and a commit, in turns (compare.ts).
 * `npm run bench -- --searches`: searches on the catalogue of `DATABASE_URL` as it is, and the plans of
 * the slowest, whose plans it writes (PLANS_FILE of searches.ts).
 * Each section writes its part of docs/performance.md or docs/security.md. Connects only to loopback.
 */

const SECTIONS = {
  sizes: benchSizes,
  cached: benchCached,
  rendered: benchRendered,
  many: benchMany,
  calls: benchCalls,
  prices: benchPrices,
  fronts: benchFronts,
  observed: benchObserved,
} satisfies Partial<Record<ReportPart, Measure>>

const namesSchema = z.array(
  z.enum(['sizes', 'cached', 'rendered', 'many', 'calls', 'prices', 'fronts', 'observed']),
)

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    projects: { type: 'string' },
    searches: { type: 'boolean' },
    compare: { type: 'string' },
  },
})

async function benchPages(names: (keyof typeof SECTIONS)[], isWhole: boolean): Promise<void> {
  const site = await startSite()
  try {
    const figures: Record<string, number> = {}
    for (const name of names) {
      console.log(`\n${name}`)
      const section = await SECTIONS[name](site)
      if (!section) {
        console.log('Skipped: an engine that it needs is not installed (docs/deploy.md).')
        continue
      }
      Object.assign(figures, section.figures)
      await writePart(name, section.text)
      console.log(section.text)
    }
    if (isWhole) {
      const text = await targetTable(figures)
      await writePart('targets', text)
      console.log(`\n${text}`)
    }
  } finally {
    await site.stop()
  }
  execFileSync('node_modules/.bin/oxfmt', ['docs/security.md'])
}

if (values.compare !== undefined) {
  await benchCompared(values.compare)
} else if (values.searches) {
  await benchSearches()
} else if (values.projects === undefined) {
  const only = namesSchema.optional().parse(values.only)
  await benchPages(only ?? namesSchema.element.options, only === undefined)
} else {
  await benchCatalogue(z.coerce.number().int().min(100).max(5_000_000).parse(values.projects))
}
