import { expect, it } from 'vitest'
import { createStatementNames } from '#backend/db/prepare.ts'

const NAMED_FROM = 3
const STATEMENTS_MAX = 300
const COUNTED_MAX = 1_000

it('a text has a name from its third use on, and no other text has it', () => {
  const { nameOf } = createStatementNames()
  const uses = (text: string) => Array.from({ length: 4 }, () => nameOf(text))
  const first = uses('SELECT $1')
  const second = uses('SELECT $1, 2')
  expect(first.map((name) => name !== undefined)).toEqual([false, false, true, true])
  expect(first[3]).toBe(first[2])
  expect(second[3]).not.toBe(first[3])
})

it('names of two connections differ', () => {
  const namesOf = () => {
    const { nameOf } = createStatementNames()
    return Array.from({ length: NAMED_FROM }, () => nameOf('SELECT $1')).at(-1)
  }
  expect(namesOf()).not.toBe(namesOf())
})

it('a connection has 300 names at most, and those keep theirs', () => {
  const { nameOf } = createStatementNames()
  const names = Array.from({ length: STATEMENTS_MAX + 50 }, (_, at) => {
    const text = `SELECT $1, ${at}`
    return Array.from({ length: NAMED_FROM }, () => nameOf(text)).at(-1)
  })
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(STATEMENTS_MAX)
  expect(nameOf('SELECT $1, 0')).toBe(names[0])
})

it('texts that are sent once do not add up', () => {
  const { nameOf } = createStatementNames()
  for (let round = 0; round < NAMED_FROM; round += 1) {
    for (let at = 0; at < COUNTED_MAX * 2; at += 1) nameOf(`SELECT $1, ${at}`)
  }
  expect(nameOf('SELECT $1, 0')).toBeUndefined()
})
