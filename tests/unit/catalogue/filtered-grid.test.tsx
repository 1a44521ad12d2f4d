import { createFormatter, createTranslator } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Grid } from '#components/catalogue/grid.tsx'
import type { FilteredSetup } from '#lib/contract/version/fits.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { buildProject } from '#tests/support/builders.ts'

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getFormatter: async () => createFormatter({ locale: 'en', timeZone: 'UTC' }),
  getTranslations: async (namespace: 'card' | 'kind' | 'os') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const project = buildProject({
  version: '1.11.0',
  operating_systems: ['windows'],
  minimum_version: '9.0.0',
  fitting_versions: [
    { version: '1.9.0', operating_systems: ['macos', 'linux'], minimum_version: '2.0.0' },
    { version: '1.2.0-rc.1', operating_systems: ['all'], minimum_version: '1.0.0' },
  ],
})

it.each<[FilteredSetup, string | null]>([
  [{}, null],
  [{ os: 'windows' }, null],
  [{ os: 'windows', minimum_version: '9.0.0' }, null],
  [{ os: 'macos' }, '1.9.0'],
  [{ os: 'linux', minimum_version: '9.9.9' }, '1.9.0'],
  [{ os: 'macos', minimum_version: '1.9.9' }, '1.2.0-rc.1'],
  [{ os: 'windows', minimum_version: '8.0.0' }, '1.2.0-rc.1'],
  [{ minimum_version: '2.0.0' }, '1.9.0'],
  [{ os: 'macos', minimum_version: '0.9.0' }, null],
])('a list filtered by %j names version %s on the card', async (filters, version) => {
  const html = renderToStaticMarkup(await Grid({ projects: [project], filters }))
  const page = `/home/iconpack/detail/${project.id}`
  expect(html).toContain(`href="${page}${version === null ? '' : `?version=${version}`}"`)
  expect(/Version (\S+) fits/.exec(html)?.[1] ?? null).toBe(version)
})
