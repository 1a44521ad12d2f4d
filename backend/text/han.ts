import groups from './han-variants.json' with { type: 'json' }

/*
 * Han characters that are written differently in simplified and traditional Chinese, in Taiwan, Hong Kong and Japan, by the tables of
 * OpenCC (Apache-2.0; scripts/generate/han-variants.ts).
 */

/** Most variants of one character or pair. */
export const HAN_VARIANTS_MAX = 8

/** Of a traditional character: its simplified forms, and its forms elsewhere. */
type Forms = { simplified: string[]; all: string[] }
const FORMS = new Map<string, Forms>()
/** The traditional characters of any other form. */
const TRADITIONAL = new Map<string, string[]>()
const SIMPLIFIED = new Set<string>()
for (const group of groups.flatMap((line) => line.split(' '))) {
  const [first = '', other = ''] = group.split('|')
  const [traditional = '', ...simplified] = first
  const all = [...simplified, ...other]
  FORMS.set(traditional, { simplified, all })
  for (const form of simplified) SIMPLIFIED.add(form)
  for (const form of all) {
    TRADITIONAL.set(form, [...(TRADITIONAL.get(form) ?? []), traditional])
  }
}

/**
 * Other forms of a character: 鸟 and 鳥, 发 and 發 and 髮; but not 髮 and 發, which only share their simplified form.
 */
function variantsOf(character: string): string[] {
  const traditional = TRADITIONAL.get(character) ?? []
  const forms = [...traditional, character].flatMap((one) => [one, ...(FORMS.get(one)?.all ?? [])])
  return [...new Set(forms)].filter((form) => form !== character)
}

/** Other ways to write one or two characters, at most `HAN_VARIANTS_MAX`: those that change most first. */
export function hanVariants(gram: string): string[] {
  let written = ['']
  for (const character of gram) {
    const forms = [...variantsOf(character), character]
    written = written.flatMap((start) => forms.map((form) => start + form))
  }
  return written.filter((one) => one !== gram).slice(0, HAN_VARIANTS_MAX)
}

/** A text in the simplified form of its characters, where they have one. */
export const simplify = (text: string): string => [...text].map(simplifyOne).join('')

function simplifyOne(character: string): string {
  if (SIMPLIFIED.has(character)) return character
  const traditional = FORMS.has(character) ? character : TRADITIONAL.get(character)?.[0]
  return FORMS.get(traditional ?? '')?.simplified[0] ?? traditional ?? character
}
