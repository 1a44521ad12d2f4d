import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/*
 * The pseudo-locale of development: words 40 % longer, as in translations from English, and in the order
 * of a right-to-left script. Arguments and tags of a message stay as they are.
 */

/** Growth of a word by translation. */
const GROWTH = 0.4
/** Right-to-left mark and override around a word, and their end (Unicode Bidirectional Algorithm). */
const [START, END] = ['\u200f\u202e', '\u202c\u200f']

/** Cookie that turns the pseudo-locale on; read in development only. */
export const PSEUDO_COOKIE = 'pseudo'

export type MessageTree = { [key: string]: string | MessageTree }

/** The messages of a language as those of the pseudo-locale. */
export function pseudoMessages(messages: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoMessage(value) : pseudoMessages(value),
    ]),
  )
}

/** A message in ICU syntax with its words transformed. */
export function pseudoMessage(message: string): string {
  return printAST(parse(message).map(transform))
}

function transform(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: element.value.replaceAll(/[\p{L}\p{M}]+/gu, pseudoWord) }
    case TYPE.tag:
      return { ...element, children: element.children.map(transform) }
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options).map(
        ([name, { value }]) => [name, { value: value.map(transform) }] as const,
      )
      return { ...element, options: Object.fromEntries(options) }
    }
    default:
      return element
  }
}

/** Lengthens the first vowel of a word, or else its end. */
function pseudoWord(word: string): string {
  const letters = [...word]
  const vowel = letters.findIndex((letter) => /[aeiouyà-öø-ü]/i.test(letter))
  const at = vowel < 0 ? letters.length - 1 : vowel
  const more = (letters[at] ?? '').toLowerCase().repeat(Math.ceil(letters.length * GROWTH))
  return `${START}${letters.slice(0, at + 1).join('')}${more}${letters.slice(at + 1).join('')}${END}`
}
