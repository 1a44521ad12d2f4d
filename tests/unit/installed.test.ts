import { describe, expect, it } from 'vitest'
import { labelOf, parseInstalled } from '#lib/installed/list.ts'

const SHA = 'ab'.repeat(32)

describe('a list of what is installed', () => {
  it.each([
    [SHA, { sha256: SHA }],
    [SHA.toUpperCase(), { sha256: SHA }],
    [`${SHA}  packs/My icons.iconpack`, { sha256: SHA }],
    [`\\${SHA} *a\\nb.iconpack`, { sha256: SHA }],
    ['V1StGXR8Z5 1.0.0', { id: 'V1StGXR8Z5', version: '1.0.0' }],
    ['  V1StGXR8Z5\tv2.0.0-beta.1 ', { id: 'V1StGXR8Z5', version: '2.0.0-beta.1' }],
    ['com.eniac.example 1.1.0', { plugin: 'com.eniac.example', version: '1.1.0' }],
  ])('reads %s', (line, item) => {
    expect(parseInstalled(line)).toEqual({ items: [item], invalid: [] })
  })

  it.each(['V1StGXR8Z5', 'V1StGXR8Z5 one', 'a b 1.0.0', `${SHA}0`, '<script> 1.0.0'])(
    'names the line %s, which it cannot read',
    (line) => expect(parseInstalled(line)).toEqual({ items: [], invalid: [line] }),
  )

  it('has each item once, without empty lines', () => {
    const { items } = parseInstalled(`${SHA}\r\n\r\na1 1.0.0\n${SHA}  again\na1 1.0.0\n`)
    expect(items.map(labelOf)).toEqual([SHA, 'a1 1.0.0'])
  })
})
