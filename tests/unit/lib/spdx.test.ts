import licenses from 'spdx-license-list'
import { describe, expect, it } from 'vitest'
import { proposeSpdx } from '#lib/text/spdx.ts'

describe('the identifier of a licence in words', () => {
  it.each([
    ['CC BY 4.0', 'CC-BY-4.0'],
    ['mit', 'MIT'],
    ['  The MIT\tLicense (MIT) ', 'MIT'],
    ['M.I.T.', 'MIT'],
    ['Apache License 2.0', 'Apache-2.0'],
    ['Apache License, Version 2.0', 'Apache-2.0'],
    ['apache 2', 'Apache-2.0'],
    ['GPLv3', 'GPL-3.0-only'],
    ['GPL v3 or later', 'GPL-3.0-or-later'],
    ['GPLv2+', 'GPL-2.0-or-later'],
    ['GNU Affero General Public License v3.0', 'AGPL-3.0-only'],
    ['LGPL 2.1', 'LGPL-2.1-only'],
    ['BSD 3-Clause', 'BSD-3-Clause'],
    ['Simplified BSD', 'BSD-2-Clause'],
    ['CC0', 'CC0-1.0'],
    ['CC0 1.0 Universal', 'CC0-1.0'],
    ['Creative Commons Attribution-NonCommercial-ShareAlike 4.0', 'CC-BY-NC-SA-4.0'],
    ['Attribution 4.0 International (CC BY 4.0)', 'CC-BY-4.0'],
    ['SIL Open Font License 1.1', 'OFL-1.1'],
    ['Mozilla Public License 2.0', 'MPL-2.0'],
    ['the unlicense', 'Unlicense'],
    ['GNU General Public Licence (GPL) v3', 'GPL-3.0-only'],
    ['GNU Lesser General Public Licence (LGPL) v2.1', 'LGPL-2.1-only'],
    ['GNU Affero General Public Licence (AGPL) v3', 'AGPL-3.0-only'],
    ['Mozilla Public Licence (MPL) 2.0', 'MPL-2.0'],
    ['SIL Open Font Licence (OFL) 1.1', 'OFL-1.1'],
    ['Creative Commons Attribution-NoDerivatives (CC BY-ND) 4.0', 'CC-BY-ND-4.0'],
    ['Creative Commons Zero (CC0) 1.0', 'CC0-1.0'],
    ['OLDAP 2.0.1', 'OLDAP-2.0.1'],
    ['GNU Lesser GPL 2.1', 'LGPL-2.1-only'],
    ['Affero GPL v3', 'AGPL-3.0-only'],
    ['cc 0 1.0', 'CC0-1.0'],
    [`${'the '.repeat(48)}only MIT`, 'MIT'],
  ])('“%s” is %s', (words, id) => {
    expect(proposeSpdx(words)).toBe(id)
  })

  it.each([
    'GPL',
    'Apache',
    'BSD',
    'CC BY',
    'MPL',
    'OFL',
    'Creative Commons',
    'Artistic',
    'CC BY AT',
  ])('“%s” has several versions: none is invented', (words) => {
    expect(proposeSpdx(words)).toBeNull()
  })

  it.each([
    'limited use, see web site',
    'permitted for personal use',
    'UNLICENSED',
    'MIT, except for the logos',
    'Apache License 2.0 with changes',
    'MIT / Apache 2',
    'CC BY NC',
    'not under the MIT License',
    'All rights reserved',
    'NOASSERTION',
    '',
    '  ',
    '許可',
    'mit or apache-2',
    'MIT or GPL-2.0',
    'Eclipse Public License',
    'Boost Software License',
    `${'the '.repeat(48)}terms MIT`,
  ])('“%s” is none', (words) => {
    expect(proposeSpdx(words)).toBeNull()
  })

  it.each([
    'MIT OR Apache-2.0',
    'GPL-3.0',
    '(MIT AND CC-BY-4.0)',
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ])('a valid expression stays: %s', (expression) => {
    expect(proposeSpdx(expression)).toBe(expression)
  })

  it('no name of SPDX leads to another licence', () => {
    const wrong = Object.entries(licenses).flatMap(([id, { name }]) =>
      [id, id.toLowerCase(), name, name.toUpperCase()].flatMap((words) => {
        const proposed = proposeSpdx(words)
        const proposedName = proposed === null ? name : licenses[proposed]?.name
        // Without “or later”, the version alone is meant.
        return proposedName === name || proposedName === `${name} only` ? [] : [words]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('a long text costs nothing', () => {
    expect(proposeSpdx('MIT '.repeat(1_000_000))).toBeNull()
    expect(proposeSpdx('('.repeat(200))).toBeNull()
  })
})
