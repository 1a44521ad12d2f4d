import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import { pseudoMessage, pseudoMessages } from '#lib/i18n/pseudo.ts'
import { readMessages } from '#scripts/messages/files.ts'

/** A text without the marks of direction. */
const plain = (text: string) => text.replaceAll(/[\u200f\u202e\u202c]/g, '')
/** Everything of a message except its words. */
const shape = (elements: MessageFormatElement[]): unknown =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.replaceAll(/[\p{L}\p{M}]+/gu, 'w')
    if (element.type === TYPE.tag) return [element.value, shape(element.children)]
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const options = Object.entries(element.options)
      // The printer sorts them; their order has no meaning.
      const shapes = options.map(([name, { value }]) => [name, shape(value)] as const)
      return [element.value, Object.fromEntries(shapes)]
    }
    return element
  })

describe('the pseudo-locale', () => {
  it('has words that are 40 % longer and run from right to left', () => {
    expect(plain(pseudoMessage('Download the pack'))).toBe('Dooooownload theee paaack')
    expect(pseudoMessage('Ok')).toBe('\u200f\u202eOok\u202c\u200f')
  })

  it('keeps arguments, plurals, selections, tags and quoted braces', () => {
    expect(plain(pseudoMessage('by <author>{name}</author>'))).toBe('byy <author>{name}</author>')
    expect(plain(pseudoMessage('{count, plural, one {# icon} other {# icons}}'))).toBe(
      '{count,plural,one{# iiicon} other{# iiicons}}',
    )
    expect(plain(pseudoMessage("like '{'this'}'"))).toBe("liiike '{thiiis}'")
  })

  it.each(LOCALES)('changes nothing but words in any message of %s', (locale) => {
    for (const [key, message] of readMessages(locale)) {
      const changed = plain(pseudoMessage(message))
      expect(shape(parse(changed)), key).toEqual(shape(parse(message)))
    }
  })

  it('transforms a tree of messages', () => {
    expect(pseudoMessages({ nav: { skip: '1 / 2' } })).toEqual({ nav: { skip: '1 / 2' } })
  })
})
