import { describe, expect, it } from 'vitest'
import { refusalOfChanges } from '#lib/text/derivatives.ts'

describe('whether a licence permits changes', () => {
  it.each([
    'MIT',
    'mit',
    'Apache-2.0',
    'ISC',
    'OFL-1.1',
    'GPL-3.0-or-later',
    'CC0-1.0',
    'CC-BY-4.0',
    'CC BY 4.0',
    'CC-BY-SA-3.0',
    'CC-BY-3.0-AT',
    'CC-BY-SA-3.0-IGO',
    'CC-BY-NC-4.0',
    'CC-BY-NC-SA-4.0',
    'MIT OR Apache-2.0',
    'MIT and Apache-2.0',
    ' MIT ',
    '( MIT OR Apache-2.0 )',
    'Apache-2.0+',
    '(MIT AND CC-BY-4.0)',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    '(GPL-2.0-or-later with classpath-exception-2.0) OR MIT',
    'Apache-2.0 WITH LLVM-exception',
  ])('%s does', (license) => expect(refusalOfChanges(license)).toBeNull())

  it.each([
    'CC-BY-ND-4.0',
    'CC-BY-NC-ND-3.0',
    'cc by-nd 4.0',
    'MIT AND CC-BY-ND-4.0',
    'MIT OR CC-BY-ND-4.0',
    'LicenseRef-Pictures-NoDerivs',
    'licenseref-pictures-nd',
    'pictures-noderivs',
  ])('%s forbids them', (license) => expect(refusalOfChanges(license)).toBe('no_derivatives'))

  it.each([
    null,
    '',
    '  ',
    'All rights reserved',
    'Proprietary',
    'LicenseRef-Own',
    'MIT AND Own',
    'LicenseRef-CC0-1.0',
    'CC0-1.0-Own',
    'CC-BY-4.0-Own',
    'CC-BY-4.0-no-resale',
    'MITAND ISC',
    'Apache-2.0+Own',
    'MIT+ Own',
    'Apache+-2.0',
    '()',
    'constructor',
    'MIT WITH Commons-Clause',
    'GPL-2.0-only WITH Classpath-exception-2.0x',
    'Apache-2.0 WITH Classpath-exception-2.0 WITH Commons-Clause',
  ])('%j is not known to permit them', (license) =>
    expect(refusalOfChanges(license)).toBe('unknown_license'),
  )
})
