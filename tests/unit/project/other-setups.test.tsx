import { createFormatter, createTranslator } from 'next-intl'
import { prerender } from 'react-dom/static'
import { describe, expect, it, vi } from 'vitest'
import { OtherNeeds, OtherSetups } from '#components/project/other-setups.tsx'
import { isolated } from '#lib/contract/name/name.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { buildProject } from '#tests/support/builders.ts'

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getFormatter: async () => createFormatter({ locale: 'en', timeZone: 'UTC' }),
  getTranslations: async (namespace: 'fit' | 'os' | 'detail.needs' | 'detail.versions') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const LONG = `1.9.0-${'a'.repeat(58)}`
const OLD: VersionNeeds = {
  version: LONG,
  operating_systems: ['macos', 'linux'],
  minimum_version: '2.0.0',
}
const site = {
  siteUrl: 'https://keystrip.example',
  installTemplate: 'app://install?url={url}',
}
const fileOf = (name: string) => ({
  name,
  size: 2048,
  sha256: 'ab'.repeat(32),
  url: `/api/v1/file/f1/${name}`,
})
const versionOf = (parts: Partial<Version>): Version => ({
  version: LONG,
  created_at: '2026-01-01T00:00:00.000Z',
  notes: '',
  file: null,
  ...parts,
})

async function htmlOf(versions: Version[], overrides: Partial<Project> = {}) {
  const project = buildProject({ title: 'أيقونات', fitting_versions: [OLD], ...overrides })
  const { prelude } = await prerender(
    <OtherSetups project={project} versions={versions} site={site} />,
  )
  return new Response(prelude).text()
}

describe('versions for other setups', () => {
  it('have their needs, an address, an installation and a download, without scripts', async () => {
    const html = await htmlOf([versionOf({ file: fileOf('old.iconpack') })])
    expect(html).toContain('>For other setups</h2>')
    expect(html).toContain(`?version=${LONG}"`)
    expect(html).toContain('macOS and Linux, from 2.0.0')
    expect(html).toContain('href="/api/v1/file/f1/old.iconpack" download="old.iconpack"')
    expect(html).toContain(
      'href="app://install?url=https%3A%2F%2Fkeystrip.example%2Fapi%2Fv1%2Ffile%2Ff1%2Fold.iconpack"',
    )
    expect(html).toContain(`aria-label="Install ${isolated('أيقونات')} ${LONG}"`)
    expect(html).toContain('data-systems="macos linux" data-since="2.0.0"')
  })

  it('have each package with its system', async () => {
    const packages: Version['packages'] = [
      { platform: 'darwin-arm64', file: fileOf('mac.flexplugin') },
      { platform: 'linux-x64', file: fileOf('linux.flexplugin') },
    ]
    const html = await htmlOf([versionOf({ packages })], { kind: 'plugin' })
    expect(html.match(/ download="[^"]+"/g)).toEqual([
      ' download="mac.flexplugin"',
      ' download="linux.flexplugin"',
    ])
    expect(html).toContain('<span>macOS</span>')
    expect(html).toContain('<span>Linux</span>')
  })

  it.each([
    ['of a release at GitHub', [versionOf({})]],
    ['beyond the first page of versions', []],
  ])('%s have their address only', async (_, versions) => {
    const html = await htmlOf(versions)
    expect(html).toContain(`?version=${LONG}"`)
    expect(html).not.toContain('data-install')
  })

  it('take no place where there are none', async () => {
    expect(await htmlOf([], { fitting_versions: undefined })).toBe('')
    expect(await htmlOf([], { fitting_versions: [] })).toBe('')
  })
})

describe('what a version in the list needs', () => {
  const current: Pick<Project, 'operating_systems' | 'minimum_version'> = {
    operating_systems: ['windows', 'macos'],
    minimum_version: '9.0.0',
  }
  it.each<[string, Parameters<typeof OtherNeeds>[0]['version'], string]>([
    ['other systems', { ...current, operating_systems: ['all'] }, 'All platforms, from 9.0.0'],
    [
      'another version',
      { ...current, minimum_version: '10.0.0' },
      'Windows and macOS, from 10.0.0',
    ],
    ['the same', current, ''],
    ['the same in another order', { ...current, operating_systems: ['macos', 'windows'] }, ''],
    ['what is not known', {}, ''],
  ])('is shown for %s', async (_, version, text) => {
    const { prelude } = await prerender(<OtherNeeds of={current} version={version} />)
    const html = await new Response(prelude).text()
    expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
  })
})
