import { describe, expect, test } from 'vitest'
import type { StatedPlatform } from '#lib/contract/file/package-systems.ts'
import { PACKAGE_PLATFORMS, type PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import {
  endingOf,
  offersOf,
  parseRepository,
  listedFiles,
  repositoryPage,
  sourceArchive,
} from '#lib/project/source-file.ts'

const repository_url = 'https://github.com/some-one/key.plugin'
const plugin = (tag: string, file_name?: string) => ({
  repository_url,
  release: { tag, file_name },
})

/** Addresses of what a page offers, by system. */
const offersFor = (project: Parameters<typeof offersOf>[0]) =>
  offersOf(project).map(({ system, href }) => [system, href])
const download = 'https://github.com/some-one/key.plugin/releases/download'

describe('the file to install', () => {
  test('is the file of an uploaded project', () => {
    const file = { name: 'a.iconpack', size: 1, sha256: '0'.repeat(64), url: '/api/v1/file/a' }
    expect(offersOf({ ...plugin('v1'), file })).toEqual([
      { href: '/api/v1/file/a', name: 'a.iconpack', from: 'upload', size: 1, system: 'all' },
    ])
  })

  test('is the release’s package of a plugin', () => {
    expect(offersFor(plugin('v1.2.0', 'key plugin+x.flexplugin'))).toEqual([
      ['all', `${download}/v1.2.0/key%20plugin%2Bx.flexplugin`],
    ])
  })

  test('is for the system that its name states, where the packages are not listed yet', () => {
    expect(offersFor(plugin('v1', 'key-win.flexplugin'))).toEqual([
      ['windows', `${download}/v1/key-win.flexplugin`],
    ])
  })

  test.each([['v1/../../../../evil'], ['..'], ['v1/./x'], ['v1//x'], ['v1/..']])(
    'is none for the tag %s, which leads out of the repository',
    (tag) => {
      expect(sourceArchive(plugin(tag))).toBeNull()
      expect(offersFor(plugin(tag, 'a.flexplugin'))).toEqual([])
    },
  )

  test.each(['..', '.', 'a.zip', 'Setup.exe'])('is none for the file name %s', (name) => {
    expect(offersFor(plugin('v1', name))).toEqual([])
  })

  test('encodes special characters of tags and names', () => {
    const [[, href = ''] = []] = offersFor(plugin('v1?x=1#y', 'a"b<c>#?.flexplugin'))
    expect(new URL(href).pathname).toMatch(/^\/some-one\/key\.plugin\/releases\/download\/v1/)
    expect(href).not.toMatch(/["<>#?]/)
  })
})

describe('a release without a package', () => {
  test('has nothing to install: its source text has an address of its own', () => {
    expect(offersFor(plugin('v1.2.0'))).toEqual([])
    expect(sourceArchive(plugin('v1.2.0'))).toEqual({
      href: 'https://github.com/some-one/key.plugin/archive/refs/tags/v1.2.0.zip',
      name: 'key.plugin-v1.2.0.zip',
      from: 'archive',
      size: null,
    })
  })

  test('keeps slashes of a tag in the path', () => {
    expect(sourceArchive(plugin('cli/v1'))?.href).toContain('/archive/refs/tags/cli/v1.zip')
    expect(offersFor(plugin('cli/v1', 'a.flexplugin'))[0]?.[1]).toContain('/download/cli%2Fv1/a')
  })

  test('has none without a release or a repository', () => {
    expect(sourceArchive({ repository_url, release: null })).toBeNull()
    expect(sourceArchive({ repository_url: null, release: { tag: 'v1' } })).toBeNull()
    expect(sourceArchive({})).toBeNull()
  })
})

describe('the packages of a release', () => {
  const released = (...files: [string, StatedPlatform | null][]) => ({
    repository_url,
    release: { tag: 'v1', files: files.map(([name, platform]) => ({ name, platform })) },
  })

  test('are offered to their own systems only: what is undecided, or for none, to no system', () => {
    const project = released(
      ['Foo-Setup.flexplugin', null],
      ['FooMac.flexplugin', 'darwin'],
      ['FooOld.flexplugin', 'none'],
    )
    expect(offersFor(project)).toEqual([['macos', `${download}/v1/FooMac.flexplugin`]])
    expect(listedFiles(project).map(({ name, platform }) => [name, platform])).toEqual([
      ['Foo-Setup.flexplugin', null],
      ['FooMac.flexplugin', 'darwin'],
      ['FooOld.flexplugin', 'none'],
    ])
  })

  test('are offered for most of the processors of a system', () => {
    const files = PACKAGE_PLATFORMS.map((one): [string, typeof one] => [`${one}.flexplugin`, one])
    expect(offersFor(released(...files.toReversed())).map(([system]) => system)).toEqual([
      'all',
      'windows',
      'macos',
      'linux',
    ])
  })

  test('of any script have addresses', () => {
    expect(offersFor(released(['إضافة-mac.flexplugin', 'darwin']))).toEqual([
      ['macos', `${download}/v1/${encodeURIComponent('إضافة-mac.flexplugin')}`],
    ])
  })
})

describe('a repository address', () => {
  test('is split into owner and name, without .git', () => {
    expect(parseRepository('https://github.com/a-b/c.d.git')).toEqual({ owner: 'a-b', name: 'c.d' })
  })

  test.each([
    'https://github.com/a/..',
    'https://github.com/a/.',
    'https://github.com/a/.git',
    'https://github.com/a',
    'https://github.com/a/b/c',
    'https://github.com/a/b?c',
    'https://github.com.evil.example/a/b',
    'https://github.com@evil.example/a/b',
    'http://github.com/a/b',
    'https://github.com/-a/b',
    'javascript:alert(1)//github.com/a/b',
    'https://github.com/a/b"onclick=',
    `https://github.com/a/${'b'.repeat(100)}`,
    '',
    null,
    undefined,
  ])('is rejected: %s', (url) => {
    expect(parseRepository(url)).toBeNull()
  })
})

test.each([
  ['weather.iconpack', '.iconpack'],
  ['plugin-1.2.0.zip', '.zip'],
  ['no ending', 'no ending'],
])('the ending of %s is %s', (name, ending) => {
  expect(endingOf(name)).toBe(ending)
})

describe('what a page offers', () => {
  const packageFor = (platform: PackagePlatform) => ({
    platform,
    file: { name: 'a.flexplugin', size: 1, sha256: '0'.repeat(64), url: `/api/v1/${platform}` },
  })
  const offered = (...platforms: PackagePlatform[]) =>
    offersOf({ ...plugin('v1'), packages: platforms.map(packageFor) }).map(
      ({ system, href }) => [system, href] as const,
    )

  test('is the release without packages', () => {
    const project = { ...plugin('v1', 'a.flexplugin'), packages: [] }
    expect(offersOf(project)).toMatchObject([{ system: 'all', from: 'release' }])
  })

  test('is one package for each system: that for most of its processors', () => {
    expect(offered(...PACKAGE_PLATFORMS.filter((one) => one.includes('-')))).toEqual([
      ['windows', '/api/v1/win32-x64'],
      ['macos', '/api/v1/darwin-arm64'],
      ['linux', '/api/v1/linux-x64'],
    ])
    expect(offered('universal', 'linux-arm64')).toEqual([
      ['all', '/api/v1/universal'],
      ['linux', '/api/v1/linux-arm64'],
    ])
  })
})

describe('the page of a plugin at GitHub', () => {
  const home = 'https://github.com/some-one/key.plugin'

  test('is that of its release', () => {
    expect(repositoryPage(plugin('cli/v1'))).toEqual({
      href: `${home}/releases/tag/cli%2Fv1`,
      isRelease: true,
    })
  })

  test('is its repository without a release, or for a tag that leads elsewhere', () => {
    const page = { href: home, isRelease: false }
    expect(repositoryPage({ repository_url, release: null })).toEqual(page)
    expect(repositoryPage(plugin('../x'))).toEqual(page)
  })

  test('is none without a repository', () => {
    expect(repositoryPage({ repository_url: null, release: null })).toBeNull()
  })

  test('is what is left where packages are no longer offered: the release may be another version', () => {
    expect(offersOf({ ...plugin('v1', 'a.flexplugin'), packages_removed: true })).toEqual([])
  })
})
