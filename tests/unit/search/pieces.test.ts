import { describe, expect, it } from 'vitest'
import { piecesOf } from '#lib/search/pieces.ts'

const plain = (start: number, text: string) => ({ start, text, marked: false })
const match = (start: number, text: string) => ({ start, text, marked: true })

describe('a text with matches', () => {
  it('is split at its matches, in order and without empty parts', () => {
    expect(
      piecesOf('Moon and sun', [
        [0, 4],
        [9, 12],
      ]),
    ).toEqual([match(0, 'Moon'), plain(4, ' and '), match(9, 'sun')])
    expect(piecesOf('Moon', [])).toEqual([plain(0, 'Moon')])
  })

  it('ignores matches that are out of order or beyond its end', () => {
    const ranges: [number, number][] = [
      [2, 4],
      [0, 1],
      [3, 9],
    ]
    expect(piecesOf('Moon', ranges)).toEqual([plain(0, 'Mo'), match(2, 'on')])
  })
})
