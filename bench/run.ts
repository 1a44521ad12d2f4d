import { parseArgs } from 'node:util'
import { z } from 'zod'
import { benchCatalogue } from './catalogue.ts'
import { benchPages } from './pages.ts'
import { benchPrices } from './prices.ts'

/*
 * `npm run bench`: cost of pages and calls on the demo catalogue, against raw `node:http`.
 * `npm run bench -- --projects 100000`: times of the backend on catalogues of up to that size.
 * `npm run bench -- --prices`: cost of each public route without cache hits, and its rate limit.
 * Each writes its part of docs/performance.md or docs/security.md.
 */

const { values } = parseArgs({
  options: { projects: { type: 'string' }, prices: { type: 'boolean' } },
})
if (values.prices) await benchPrices()
else if (values.projects === undefined) await benchPages()
else await benchCatalogue(z.coerce.number().int().min(100).max(5_000_000).parse(values.projects))
