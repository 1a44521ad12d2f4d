import { registerHooks, type ResolveFnOutput } from 'node:module'

/*
 * Entry point of the backend. Node 24 parses the `package.json` of a package anew for each import of one of its files, and that of
 * drizzle-orm has 179 kB: half of the processor time of a start, and 120 MB of garbage (decision 139). So imports of its files are
 * resolved here, and its entries once each.
 */
const IN_DRIZZLE = '/node_modules/drizzle-orm/'
const isEntry = (specifier: string) => /^drizzle-orm(?:\/|$)/.test(specifier)

const entries = new Map<string, ResolveFnOutput>()
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes(IN_DRIZZLE)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    const known = entries.get(specifier)
    if (known) return { ...known, shortCircuit: true }
    const found = next(specifier, context)
    if (isEntry(specifier)) entries.set(specifier, found)
    return found
  },
})

await import('./main.ts')
