import licenses from 'spdx-license-list'
import { describe, expect, it } from 'vitest'
import { standardLicense } from '#backend/text/standard-license.ts'

const work = { author: 'Ada $& Lovelace', year: 2031, title: 'Orchard' }
const fill = async (id: string) => (await standardLicense(id, work)) ?? ''
const COMMON = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-1-Clause',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-2-Clause-Patent',
  'Apache-2.0',
  'ECL-2.0',
  'UPL-1.0',
  'Zlib',
  'OFL-1.1',
  'MPL-2.0',
  'GPL-2.0-only',
  'GPL-3.0-or-later',
  'AGPL-3.0-only',
  'LGPL-2.1-or-later',
  'CC-BY-4.0',
  'CC-BY-NC-ND-4.0',
  'NCSA',
  'MulanPSL-2.0',
  'PostgreSQL',
]

describe('the standard text of a licence', () => {
  it.each(COMMON)('%s begins with author and year, and has no field left', async (id) => {
    const text = await fill(id)
    expect(text.slice(0, 1000)).toMatch(/2031.*Ada \$& Lovelace/)
    expect(text).not.toMatch(
      /<[^<>\n]*(?:year|holder|owner|author|name|program)[^<>\n]*>|\[(?:yyyy|year|name)|yyyy|name of author|year by author/i,
    )
  })

  it.each(['ISC', 'PostgreSQL', 'Xnet', 'VSL-1.0'])('%s names the author alone', async (id) => {
    const notices = (await fill(id)).match(/^.*copyright.*\d{4}.*$/gim)
    expect(notices).toEqual([expect.stringContaining('2031 Ada $& Lovelace')])
  })

  it('of ISC has the author in its disclaimer', async () => {
    expect(await fill('ISC')).not.toMatch(/Internet S|\bISC (?:DISCLAIMS|BE)/)
  })

  it.each(['CC0-1.0', 'Unlicense'])('%s has no holder', async (id) => {
    expect(await fill(id)).not.toContain('Ada')
  })

  it.each(Object.keys(licenses).filter((id) => licenses[id]?.osiApproved))(
    '%s has no field for years and holders left',
    async (id) => {
      expect(await fill(id)).not.toMatch(
        /<year>|<yyyy>|\[yyyy\]|\[year\]|<(?:copyright )?(?:holders?|owners?)>|\[(?:name of )?copyright (?:owner|holder)s?\]|<name of author>/i,
      )
    },
  )

  it('of an expression is that of each of its licences', async () => {
    const text = await fill('MIT OR (Apache-2.0 AND MIT)')
    expect(text.match(/^MIT License|^Apache License/gm)).toEqual(['MIT License', 'Apache License'])
    expect(await fill('GPL-2.0-only WITH Classpath-exception-2.0')).toContain('GENERAL PUBLIC')
  })

  it.each([null, '', 'Own', 'MIT AND Own', 'NOASSERTION', 'constructor'])(
    'does not exist of %j',
    async (license) => expect(await standardLicense(license, work)).toBeNull(),
  )
})
