import { describe, expect, it } from 'vitest'
import { chooseFitting, minimumsOf } from '#backend/services/fitting/choose-fitting.ts'
import { OS_FILTERS } from '#lib/contract/list.ts'
import { fits, fittingVersion } from '#lib/contract/version/fits.ts'
import { isHigherMinimum, versionParts } from '#lib/contract/version/minimum-version.ts'
import { FITTING_VERSIONS_MAX, type VersionNeeds } from '#lib/contract/version/version-needs.ts'

const needs = (
  version: string,
  minimum_version: string,
  ...operating_systems: VersionNeeds['operating_systems']
): VersionNeeds => ({ version, minimum_version, operating_systems })

const namesOf = (versions: VersionNeeds[]) => versions.map(({ version }) => version)

describe('the versions that fit where the current one does not', () => {
  it.each<[string, VersionNeeds, VersionNeeds[], string[]]>([
    [
      'that of the issue: others systems and an older application',
      needs('1.11.0', '9.0.0', 'windows'),
      [needs('1.10.0', '9.0.0', 'windows'), needs('1.9.0', '1.0.0', 'all')],
      ['1.9.0'],
    ],
    ['none', needs('1.1.0', '1.0.0', 'all'), [needs('1.0.0', '1.0.0', 'all')], []],
    ['none of one version', needs('1.0.0', '9.0.0', 'windows'), [], []],
    [
      'the newest of each minimum version, which are compared as numbers',
      needs('3.0.0', '1.10.0', 'all'),
      [
        needs('2.1.0', '1.9.0', 'all'),
        needs('2.0.0', '1.9.0', 'all'),
        needs('1.0.0', '1.2.0', 'all'),
      ],
      ['2.1.0', '1.0.0'],
    ],
    [
      'another system, also with a higher minimum version',
      needs('2.0.0', '1.0.0', 'windows'),
      [needs('1.0.0', '5.0.0', 'macos')],
      ['1.0.0'],
    ],
    [
      'none that a newer one makes needless on every system',
      needs('4.0.0', '9.0.0', 'windows'),
      [
        needs('3.0.0', '2.0.0', 'macos', 'windows'),
        needs('2.0.0', '3.0.0', 'macos'),
        needs('1.0.0', '1.0.0', 'windows'),
      ],
      ['3.0.0', '1.0.0'],
    ],
    [
      'zeros in front do not count',
      needs('2.0.0', '01.0.0', 'all'),
      [needs('1.0.0', '1.0.0', 'all')],
      [],
    ],
  ])('are %s', (_, current, offered, expected) => {
    expect(namesOf(chooseFitting(current, offered))).toEqual(expected)
  })

  it(`are at most ${FITTING_VERSIONS_MAX}: for each system the one that asks for least, and the newest`, () => {
    const systems = [...OS_FILTERS]
    const current = needs('20.0.0', '90.0.0', 'windows')
    const offered = Array.from({ length: 16 }, (_, at) =>
      needs(`${19 - at}.0.0`, `${80 - at}.0.0`, systems[at % systems.length] ?? 'all'),
    )
    const fitting = chooseFitting(current, offered)
    expect(namesOf(fitting)).toEqual(['19.0.0', '18.0.0', '7.0.0', '6.0.0', '5.0.0', '4.0.0'])
  })
})

describe('any versions', () => {
  const SYSTEMS: VersionNeeds['operating_systems'][] = [
    ['all'],
    ['windows'],
    ['macos'],
    ['linux', 'other'],
    ['windows', 'macos'],
  ]
  const MINIMUMS = ['1.0.0', '1.9.0', '1.10.0', '9.0.0']
  const CHOICES = SYSTEMS.flatMap((systems) => MINIMUMS.map((minimum) => ({ systems, minimum })))
  const SETUPS = [undefined, ...OS_FILTERS].flatMap((os) =>
    [undefined, '0.9.0', ...MINIMUMS, '10.0.0'].map((minimum_version) => ({ os, minimum_version })),
  )

  it('are found by system and minimum version together, and the newest one is named', () => {
    let found = 0
    for (const [at, first] of CHOICES.entries()) {
      for (const second of CHOICES) {
        const third = CHOICES[(at * 7 + 3) % CHOICES.length] ?? first
        const [current, ...offered] = [first, second, third].map(({ systems, minimum }, place) =>
          needs(`${3 - place}.0.0`, minimum, ...systems),
        )
        if (!current) throw new Error('no current version')
        const fitting_versions = chooseFitting(current, offered)
        const minimums = minimumsOf(fitting_versions)
        for (const setup of SETUPS) {
          const newest = [current, ...offered].find((one) => fits(one, setup))?.version ?? null
          expect(fittingVersion({ ...current, fitting_versions }, setup)).toBe(newest)
          const lowest = minimums?.[setup.os ?? 'any']
          const isFound =
            fits(current, setup) ||
            (lowest !== undefined &&
              (setup.minimum_version === undefined ||
                !isHigherMinimum(lowest.join('.'), setup.minimum_version)))
          expect(isFound).toBe(newest !== null)
          if (newest !== null && newest !== current.version) found += 1
        }
      }
    }
    expect(found).toBeGreaterThan(100)
  })

  it('have the lowest minimum version of each system, and of any', () => {
    const fitting = [needs('2.0.0', '3.0.0', 'windows', 'macos'), needs('1.0.0', '1.10.0', 'macos')]
    expect(minimumsOf(fitting)).toEqual({
      any: versionParts('1.10.0'),
      windows: [3, 0, 0],
      macos: [1, 10, 0],
    })
    expect(minimumsOf([])).toBeNull()
  })
})
