import { describe, expect, it, test } from 'vitest'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import {
  judgePackages,
  markedPlatform,
  RELEASE_FILES_MAX,
} from '#lib/contract/file/package-systems.ts'

/** What a name states, or `undecided`. */
const stated = (name: string) => markedPlatform(`${name}.flexplugin`) ?? 'undecided'

describe('a name states the system that it is for', () => {
  test.each([
    ['a.win32', 'win32'],
    ['a.darwin.arm64', 'darwin-arm64'],
    ['Name-universal', 'universal'],
    ['plugin-windows', 'win32'],
    ['plugin-win', 'win32'],
    ['plugin_WIN64', 'win32-x64'],
    ['PluginWin', 'win32'],
    ['WINPlugin', 'win32'],
    ['plugin.Windows.x86_64', 'win32-x64'],
    ['plugin-windows-10', 'win32'],
    ['plugin-win-x86', 'win32-ia32'],
    ['plugin-winarm64', 'win32-arm64'],
    ['x86_64-pc-windows-msvc', 'win32-x64'],
    ['plugin.exe', 'win32'],
    ['plugin.msi', 'win32'],
    ['FooMac', 'darwin'],
    ['Foo_MacOS', 'darwin'],
    ['FooMacOSX', 'darwin'],
    ['foo for mac os', 'darwin'],
    ['plugin_osx', 'darwin'],
    ['macOS-arm64-plugin', 'darwin-arm64'],
    ['plugin-apple-silicon', 'darwin-arm64'],
    ['plugin-mac-intel', 'darwin-x64'],
    ['plugin-mac-universal', 'darwin'],
    ['plugin-mac-x64-arm64', 'darwin'],
    ['aarch64-apple-darwin', 'darwin-arm64'],
    ['plugin.dmg', 'darwin'],
    ['plugin.app', 'darwin'],
    ['plugin.pkg', 'darwin'],
    ['plugin-ubuntu-22.04', 'linux'],
    ['plugin_1.0.0_linux_amd64', 'linux-x64'],
    ['plugin-linux-aarch64', 'linux-arm64'],
    ['plugin-linux64', 'linux-x64'],
    ['plugin.AppImage', 'linux'],
    ['plugin.deb', 'linux'],
    ['plugin-windows-macos-linux', 'universal'],
  ])('%s: %s', (name, platform) => {
    expect(stated(name)).toBe(platform)
  })

  test.each([
    'Foo-Setup',
    'Foo-1.32.64',
    'twin',
    'winter',
    'window-manager',
    'darwinia',
    'macro',
    'machine',
    'linuxoid',
    'unixwindow',
    'my-app',
    'pkg-tool',
    'plugin-x64',
    'plugin-arm64',
    'plugin-linux-armv7',
    'plugin-mac-ia32',
    'plugin-win-mac',
    'إضافة',
  ])('%s states none that there is a package for', (name) => {
    expect(stated(name)).toBe('undecided')
  })
})

/** The files of a release and what each is for; `?`: undecided. */
const judged = (names: string[], more: Omit<Parameters<typeof judgePackages>[1], never> = {}) =>
  judgePackages(names, more).map(({ name, platform }) => [name, platform ?? '?'])

describe('the packages of a release', () => {
  it('are those with the ending of a package', () => {
    expect(
      judged([
        'a.flexplugin',
        'Setup.exe',
        'a.dmg',
        'plugin.app.zip',
        'a.AppImage',
        'a.flexplugin.sig',
      ]),
    ).toEqual([['a.flexplugin', 'universal']])
    expect(judged(['Setup.exe', 'a.dmg'])).toEqual([])
    expect(judged(['a-1.32.64.flexplugin'])).toEqual([['a-1.32.64.flexplugin', 'universal']])
    expect(judged(['a.plugin'])).toEqual([['a.plugin', 'universal']])
    expect(judged(['a.plugin', 'a.flexplugin'])).toEqual([['a.flexplugin', 'universal']])
  })

  it('are undecided without a mark beside others', () => {
    expect(judged(['Foo-Setup.flexplugin', 'FooMac.flexplugin'])).toEqual([
      ['Foo-Setup.flexplugin', '?'],
      ['FooMac.flexplugin', 'darwin'],
    ])
    expect(judged(['a-1.0.0.flexplugin', 'a-1.1.0.flexplugin'])).toEqual([
      ['a-1.0.0.flexplugin', '?'],
      ['a-1.1.0.flexplugin', '?'],
    ])
  })

  it('are undecided where two are for one platform', () => {
    expect(judged(['a-win.flexplugin', 'a-windows.flexplugin', 'a-mac.flexplugin'])).toEqual([
      ['a-win.flexplugin', '?'],
      ['a-windows.flexplugin', '?'],
      ['a-mac.flexplugin', 'darwin'],
    ])
  })

  it('are not judged by words of the product', () => {
    const product = 'apple-music'
    expect(judged(['apple-music.flexplugin'], { product })).toEqual([
      ['apple-music.flexplugin', 'universal'],
    ])
    expect(
      judged(['apple-music-win.flexplugin', 'apple-music-mac.flexplugin'], { product }),
    ).toEqual([
      ['apple-music-win.flexplugin', 'win32'],
      ['apple-music-mac.flexplugin', 'darwin'],
    ])
    expect(
      judged(['foo-mac-arm64.flexplugin', 'foo-mac-x64.flexplugin'], { product: 'foo' }),
    ).toEqual([
      ['foo-mac-arm64.flexplugin', 'darwin-arm64'],
      ['foo-mac-x64.flexplugin', 'darwin-x64'],
    ])
    // The maker's notation counts in any case.
    expect(judged(['windows-keys.darwin.flexplugin'], { product: 'windows-keys' })).toEqual([
      ['windows-keys.darwin.flexplugin', 'darwin'],
    ])
  })

  it('are what their author states, for later versions too', () => {
    const more = {
      stated: [
        { file: 'Foo-1.0.0-Setup.flexplugin', platform: 'win32' },
        { file: 'FooMac.flexplugin', platform: 'none' },
      ] as const,
    }
    expect(judged(['Foo-1.2.0-Setup.flexplugin', 'FooMac.flexplugin'], more)).toEqual([
      ['Foo-1.2.0-Setup.flexplugin', 'win32'],
      ['FooMac.flexplugin', 'none'],
    ])
    expect(
      judged(['a-win.flexplugin', 'a-windows.flexplugin'], {
        stated: [{ file: 'a-win.flexplugin', platform: 'win32' }],
      }),
    ).toEqual([
      ['a-win.flexplugin', 'win32'],
      ['a-windows.flexplugin', '?'],
    ])
  })

  it('are decided and undecided the same in any order', () => {
    const names = ['b.flexplugin', 'a-win.flexplugin', 'a-mac.flexplugin', 'c.flexplugin']
    const sorted = (all: string[]) => judged(all).toSorted()
    expect(sorted(names.toReversed())).toEqual(sorted(names))
  })

  it('are bounded: of a thousand files and of names of any length and script', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `plugin-${at}-win.flexplugin`)
    expect(judged(many)).toHaveLength(RELEASE_FILES_MAX)
    const long = `${'x'.repeat(280)}-mac.flexplugin`
    expect(judged([long])).toEqual([[long, 'darwin']])
    expect(judged(['إضافة-win.flexplugin'])).toEqual([['إضافة-win.flexplugin', 'win32']])
    expect(judged(['a/../b.flexplugin', `${'x'.repeat(400)}.flexplugin`, '.flexplugin'])).toEqual(
      [],
    )
    const heavy = `${'win_mac.'.repeat(36)}.flexplugin`
    const started = performance.now()
    judged(Array.from({ length: 1000 }, () => heavy))
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('every platform is stated by its name in the notation of the maker', () => {
  for (const platform of PACKAGE_PLATFORMS) {
    expect(stated(`a.${platform.replace('-', '.')}`)).toBe(platform)
  }
})
