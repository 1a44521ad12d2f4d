import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createBar } from './bar.ts'
import { commandVariables } from '#scripts/settings/configuration.ts'
import { prepare } from '#scripts/stack/prepare.ts'
import { seedCatalogue } from '#scripts/stack/seed-catalogue.ts'

/* `npm run seed -- --projects 100000`: fills a large catalogue, identical on every run. */

const USAGE = 'Usage: npm run seed -- --projects 100000   (1 to 5000000; the site must be stopped)'

async function main() {
  process.umask(0o077)
  const { values } = parseArgs({ options: { projects: { type: 'string' } } })
  const projects = z.coerce.number().int().min(1).max(5_000_000).safeParse(values.projects)
  if (!projects.success) throw new Error(`How many projects?\n${USAGE}`)
  const { dataDir, release } = await prepare()
  const startedAt = performance.now()
  try {
    const added = await seedCatalogue({
      projects: projects.data,
      dataDir,
      databaseUrl: commandVariables().DATABASE_URL,
      print: console.log,
      onProgress: createBar('Filling the catalogue'),
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`Added ${added} projects in ${seconds} s.`)
  } finally {
    await release()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
