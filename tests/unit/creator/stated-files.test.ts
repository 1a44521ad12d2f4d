import { expect, it } from 'vitest'
import { FIELDS } from '#lib/creator/fields.ts'
import { listStated, statedTexts } from '#lib/creator/stated-files.ts'
import { EMPTY_VALUES } from '#lib/creator/values.ts'
import { buildProject } from '#tests/support/builders.ts'

const SETUP = 'Foo-1.0.0-Setup.flexplugin'
const MAC = 'FooMac.flexplugin'
const release = (...names: string[]) => ({
  tag: 'v1.0.0',
  files: names.map((name) => ({ name, platform: null })),
})
const listed = (texts: string[]) =>
  listStated({ ...EMPTY_VALUES, package_systems: texts }).map(
    ({ name, platform, stated }) => [name, platform, stated] as const,
  )

it('the form lists the files of the release with what is stated of them, also of an earlier version', () => {
  const project = buildProject({
    kind: 'plugin',
    release: release('Foo-1.1.0-Setup.flexplugin', MAC),
    package_systems: [
      { file: SETUP, platform: 'win32' },
      { file: 'Other.flexplugin', platform: 'linux' },
    ],
  })
  const texts = statedTexts(project)
  expect(texts).toEqual(['win32:Foo-1.1.0-Setup.flexplugin', `:${MAC}`, 'linux:Other.flexplugin'])
  expect(listed(texts)).toEqual([
    ['Foo-1.1.0-Setup.flexplugin', null, 'win32'],
    [MAC, 'darwin', ''],
    ['Other.flexplugin', null, 'linux'],
  ])
  expect(FIELDS.package_systems.toRequest(texts)).toEqual({
    package_systems: [
      { file: 'Foo-1.1.0-Setup.flexplugin', platform: 'win32' },
      { file: 'Other.flexplugin', platform: 'linux' },
    ],
  })
})

it.each([[[]], [[`:${MAC}`]], [['amiga:a.flexplugin']], [['']], [['no colon']]])(
  '%j states nothing',
  (texts) => {
    expect(FIELDS.package_systems.toRequest(texts)).toEqual(
      texts.length === 0 ? {} : { package_systems: [] },
    )
  },
)

it('a new list of files in another order is no change', () => {
  const { compare } = FIELDS.package_systems
  expect(compare([`win32:${SETUP}`, `:${MAC}`])).toBe(compare([`win32:${SETUP}`]))
  expect(compare(['linux:b', 'win32:a'])).toBe(compare(['win32:a', 'linux:b']))
  expect(compare([`win32:${SETUP}`])).not.toBe(compare([`linux:${SETUP}`]))
})
