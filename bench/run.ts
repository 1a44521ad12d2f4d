import { parseArgs } from 'node:util'
import { z } from 'zod'
import { benchCatalogue } from './catalogue.ts'
import { benchPages } from './pages.ts'
import { benchPrices } from './prices.ts'

/*
 * `npm run bench`: what pages and calls cost on the demo catalogue, against raw `node:http`.
 * `npm run bench -- --projects 100000`: how long the backend takes on catalogues up to that size.
 * `npm run bench -- --prices`: what each public route costs uncached, and its limit.
 * Each writes its part of docs/performance.md, loads this machine alone, and ends by itself.
 */

const { values } = parseArgs({
  options: { projects: { type: 'string' }, prices: { type: 'boolean' } },
})
if (values.prices) await benchPrices()
else if (values.projects === undefined) await benchPages()
else await benchCatalogue(z.coerce.number().int().min(100).max(5_000_000).parse(values.projects))
