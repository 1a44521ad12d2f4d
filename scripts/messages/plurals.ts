import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

type Options = Record<string, { value: MessageFormatElement[] }>
type Plural = { type: Intl.PluralRuleType; keys: string[] }

/** All plurals of an ICU message, nested ones included. Throws a `SyntaxError` if it is malformed. */
function pluralsOf(elements: MessageFormatElement[]): Plural[] {
  return elements.flatMap((element): Plural[] => {
    if (element.type === TYPE.tag) return pluralsOf(element.children)
    if (element.type === TYPE.select) return pluralsInside(element.options)
    if (element.type !== TYPE.plural) return []
    const type = element.pluralType ?? 'cardinal'
    return [{ type, keys: Object.keys(element.options) }, ...pluralsInside(element.options)]
  })
}

const pluralsInside = (options: Options) =>
  Object.values(options).flatMap(({ value }) => pluralsOf(value))

/**
 * What is wrong with the plurals of a message: each needs exactly the CLDR categories of its
 * language, beside exact values such as `=0`.
 */
export function pluralIssues(lang: string, message: string): string[] {
  let plurals: Plural[]
  try {
    plurals = pluralsOf(parse(message))
  } catch (error) {
    return [`is not a valid ICU message: ${error instanceof Error ? error.message : String(error)}`]
  }
  return plurals.flatMap(({ type, keys }) => {
    const { pluralCategories } = new Intl.PluralRules(lang, { type }).resolvedOptions()
    const categories = new Set<string>(pluralCategories)
    const missing = [...categories].filter((category) => !keys.includes(category))
    const unused = keys.filter((key) => !key.startsWith('=') && !categories.has(key))
    return [
      ...missing.map((category) => `lacks the plural category “${category}”`),
      ...unused.map((category) => `has the plural category “${category}”, which is never used`),
    ]
  })
}
