import { describe, expect, it } from 'vitest'
import { openingOf } from '#lib/text/opening.ts'

describe('the opening of a description', () => {
  it.each([
    [
      'the first sentence',
      'Weather for people who look out of the window. Then more.',
      'Weather for people who look out of the window.',
    ],
    [
      'more sentences while they are short',
      'Clocks. Four of them. Side by side. And a long one after that.',
      'Clocks. Four of them. Side by side. And a long one after that.',
    ],
    [
      'plain text',
      'Icons for **keys** and [links](https://example.com), nothing more than that.',
      'Icons for keys and links, nothing more than that.',
    ],
    [
      'prose below a heading',
      '# Title\n\nA row of keys for everyday work at a desk. More.',
      'A row of keys for everyday work at a desk.',
    ],
    [
      'prose right below a heading',
      '## About\nA row of keys for everyday work at a desk.',
      'A row of keys for everyday work at a desk.',
    ],
    [
      'prose after a list and a table',
      '- one\n- two\n\n| a | b |\n|---|---|\n\nThe text that says what all of this is.',
      'The text that says what all of this is.',
    ],
    [
      'prose with signs of a list in it',
      '- one\n\nHelpers for C# and for 1. of May, 3) and more.',
      'Helpers for C# and for 1. of May, 3) and more.',
    ],
    [
      'prose with a number at the start of a line',
      'A row of keys that is\n#1 in every list of its kind.\nMore.',
      'A row of keys that is #1 in every list of its kind.',
    ],
    [
      'prose after an address',
      'https://example.com/a\n\nThe text that says what all of this is.',
      'The text that says what all of this is.',
    ],
    ['a sentence of 40 characters', `${'a'.repeat(39)}. Another one.`, `${'a'.repeat(39)}.`],
    [
      'two sentences, of which the first has 39 characters',
      `${'a'.repeat(38)}. Another one. And more.`,
      `${'a'.repeat(38)}. Another one.`,
    ],
    ['the beginning, where there is no prose', '- **Sun**\n- Moon', 'Sun Moon'],
    ['nothing of nothing', '', ''],
  ])('is %s', (_, markdown, opening) => {
    expect(openingOf(markdown, 120)).toBe(opening)
  })

  it('ends sentences as the language does', () => {
    const text =
      '手紙、電話、メッセージなど連絡の道具を細い線で集めましたので、どうぞご覧ください。並べ方は自由です。'
    expect(openingOf(text, 120, 'ja')).toBe(
      '手紙、電話、メッセージなど連絡の道具を細い線で集めましたので、どうぞご覧ください。',
    )
  })

  it('is cut between words where it is too long, and within none', () => {
    const cut = openingOf(`${'wonderful '.repeat(30)}end.`, 50)
    expect(cut).toBe('wonderful wonderful wonderful wonderful…')
    expect(openingOf('wonderful, '.repeat(30), 50)).toBe(
      'wonderful, wonderful, wonderful, wonderful…',
    )
    expect(openingOf('a'.repeat(50), 50)).toBe('a'.repeat(50))
    // A word of more than half of the maximum is cut.
    expect(openingOf(`${'a'.repeat(25)} ${'b'.repeat(60)}`, 50)).toBe(
      `${'a'.repeat(25)} ${'b'.repeat(23)}…`,
    )
    expect(openingOf('字'.repeat(200), 50)).toBe(`${'字'.repeat(49)}…`)
    expect(openingOf('👩'.repeat(100), 50).isWellFormed()).toBe(true)
  })
})
