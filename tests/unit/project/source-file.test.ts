import { describe, expect, test } from 'vitest'
import { PACKAGE_PLATFORMS, type PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import {
  endingOf,
  offersOf,
  parseRepository,
  repositoryPage,
  sourceFile,
} from '#lib/project/source-file.ts'

const repository_url = 'https://github.com/some-one/key.plugin'
const plugin = (tag: string, file_name?: string) => ({
  repository_url,
  release: { tag, file_name },
})

describe('the source file', () => {
  test('is the file of an uploaded project', () => {
    const file = { name: 'a.iconpack', size: 1, sha256: '0'.repeat(64), url: '/api/v1/file/a' }
    expect(sourceFile({ ...plugin('v1'), file })).toEqual({
      href: '/api/v1/file/a',
      name: 'a.iconpack',
      from: 'upload',
      size: 1,
    })
  })

  test('is the release’s file of a plugin', () => {
    expect(sourceFile(plugin('v1.2.0', 'key plugin+x.flexplugin'))?.href).toBe(
      'https://github.com/some-one/key.plugin/releases/download/v1.2.0/key%20plugin%2Bx.flexplugin',
    )
  })

  test('is the archive of the tag for a plugin without a release file', () => {
    expect(sourceFile(plugin('v1.2.0'))).toEqual({
      href: 'https://github.com/some-one/key.plugin/archive/refs/tags/v1.2.0.zip',
      name: 'key.plugin-v1.2.0.zip',
      from: 'archive',
      size: null,
    })
  })

  test('keeps slashes of a tag in the path', () => {
    expect(sourceFile(plugin('cli/v1'))?.href).toContain('/archive/refs/tags/cli/v1.zip')
    expect(sourceFile(plugin('cli/v1', 'a.zip'))?.href).toContain('/download/cli%2Fv1/a.zip')
  })

  test.each(['v1/../../../../evil', '..', 'v1/./x', 'v1//x', 'v1/..'])(
    'is none for the tag %s, which leads out of the repository',
    (tag) => {
      expect(sourceFile(plugin(tag))).toBeNull()
      expect(sourceFile(plugin(tag, 'a.zip'))).toBeNull()
    },
  )

  test.each(['..', '.'])('is null for the file name %s', (name) => {
    expect(sourceFile(plugin('v1', name))).toBeNull()
  })

  test('encodes special characters of tags and names', () => {
    const href = sourceFile(plugin('v1?x=1#y', 'a"b<c>#?.zip'))?.href ?? ''
    expect(new URL(href).pathname).toMatch(/^\/some-one\/key\.plugin\/releases\/download\/v1/)
    expect(href).not.toMatch(/["<>#?]/)
  })

  test('is null without a release or a repository', () => {
    expect(sourceFile({ repository_url, release: null })).toBeNull()
    expect(sourceFile({ repository_url: null, release: { tag: 'v1' } })).toBeNull()
    expect(sourceFile({})).toBeNull()
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

  test('is the release for all systems without packages', () => {
    expect(offersOf(plugin('v1'))).toMatchObject([{ system: 'all', from: 'archive' }])
    expect(offersOf({ ...plugin('v1'), packages: [] })).toMatchObject([{ system: 'all' }])
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
