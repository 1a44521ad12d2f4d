import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_STATUS } from '#lib/contract/error-code.ts'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import * as limits from '#lib/contract/limits.ts'
import { RATES } from '#lib/limits/rates.ts'
import english from '#messages/en.json' with { type: 'json' }
import { type Cell, outlineOf } from '#tests/support/markdown.ts'
import { render } from '#tests/unit/messages/render.ts'
import { valueIn } from './source-value.ts'
import { measure, parseQuantity } from './quantity.ts'

/*
 * docs/behaviour.md lists constants with their values. These tests compare them with the code: a change
 * of a constant, or of its file, needs the same change in the document.
 */

const { links, tables } = outlineOf(readFileSync('docs/behaviour.md', 'utf8'))
const rowsWith = (...header: string[]): Cell[][] =>
  tables
    .filter(({ rows }) => header.every((name) => rows[0]?.some(({ text }) => text === name)))
    .flatMap(({ rows }) => rows.slice(1))
const textAt = (cells: Cell[], column: number) => cells[column]?.text ?? ''

const definitions = rowsWith('Value', 'Defined as').map((cells) => {
  const name = textAt(cells, 2)
  return { name, value: textAt(cells, 1), file: path.join('docs', cells[2]?.href ?? '') }
})

describe('values of constants', () => {
  it.each(definitions)('$name in $file is $value', ({ name, value, file }) => {
    const actual = valueIn(readFileSync(file, 'utf8'), name)
    expect(typeof actual === 'string' ? value : parseQuantity(value)).toBe(measure(name, actual))
  })

  it('every limit of the contract is listed', () => {
    const listed = definitions.filter(({ file }) => file === 'lib/contract/limits.ts')
    expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(limits).toSorted())
  })
})

it('names what the linked file defines', () => {
  const missing = links.filter(({ text: name, href }) => {
    if (!href?.endsWith('.ts') || !/^[A-Za-z_.]+$/.test(name)) return false
    const source = readFileSync(path.join('docs', href), 'utf8')
    return !new RegExp(String.raw`\b${name.split('.')[0]}\b`).test(source)
  })
  expect(missing).toEqual([])
})

it('the kinds are the ones of the contract', () => {
  const documented = rowsWith('Kind', 'Route name').map((cells) =>
    [0, 1, 2, 3].map((column) => textAt(cells, column)),
  )
  const actual = Object.entries(KIND_TABLE).map(
    ([kind, { path: segment, fileEnding, routeName }]) => [
      kind,
      segment,
      fileEnding ?? 'none',
      routeName,
    ],
  )
  expect(documented).toEqual(actual)
})

it('the rates of networks are the ones of lib/limits/rates.ts', () => {
  const documented = rowsWith('Bucket', 'Burst').map((cells) => [
    textAt(cells, 0),
    ...[1, 2, 3].map((column) => parseQuantity(textAt(cells, column))),
  ])
  const actual = Object.entries(RATES).map(([name, rate]) => [
    name,
    rate.capacity,
    rate.perSecond,
    rate.priceMs,
  ])
  expect(documented).toEqual(actual)
})

it('the attempts of accounts are the ones of the backend', () => {
  const source = readFileSync('backend/services/limit/limits.ts', 'utf8')
  const rows = rowsWith('Attempts', 'Window')
  expect(rows.length).toBeGreaterThan(0)
  for (const cells of rows) {
    const rule = textAt(cells, 3)
    const attempts = valueIn(source, `RULES.${rule}.points`)
    const window = measure('SECONDS', valueIn(source, `RULES.${rule}.seconds`))
    expect([rule, parseQuantity(textAt(cells, 1)), parseQuantity(textAt(cells, 2))]).toEqual([
      rule,
      attempts,
      window,
    ])
  }
})

it('every error code is listed with its status', () => {
  const documented = rowsWith('Code', 'Status').flatMap((cells) =>
    [0, 2, 4].map((column) => [textAt(cells, column), Number(textAt(cells, column + 1))] as const),
  )
  expect(Object.fromEntries(documented.filter(([code]) => code !== ''))).toEqual(ERROR_STATUS)
})

it.each(rowsWith('Message', 'Key').map((cells) => [textAt(cells, 1), textAt(cells, 0)]))(
  'the English message %s is “%s”',
  (key, message) => {
    let value: unknown = english
    for (const part of key.split('.')) value = new Map(Object.entries(Object(value))).get(part)
    expect(forEachKind(value)).toEqual(forEachKind(message))
  },
)

/** A text as it is with each kind: `{item}` is the name of the kind, unless the message has a text for each. */
function forEachKind(message: unknown): string[] {
  return KINDS.map((kind) => {
    const text = String(message).replace('{item}', english.kind[kind].one)
    return text.startsWith('{kind, select,') ? render('en', text, { kind }) : text
  })
}
