import type { Locale } from '#lib/contract/locale.ts'

/** A replacement that cannot be wrong, so that `--fix` applies it. */
type Correction = { rule: string; pattern: RegExp; replacement: string }
/** A form that only an editor can correct. */
type Ban = { rule: string; pattern: RegExp }
type Style = { corrections: Correction[]; bans: Ban[]; quotations: RegExp }

const NBSP = '\u00A0'
const NARROW = '\u202F'
const SPACES = `[ ${NBSP}${NARROW}]`
const HAN_OR_KANA = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー'
/** What stands for code in a message: see maskCode(). */
const MASK = '\uE000'
/** Latin letters, digits, and the number of a plural. */
const LATIN = '[A-Za-z0-9#]'

const COMMON: Style['bans'] = [
  { rule: 'writes “…” instead of three dots', pattern: /\.\.\./ },
  { rule: 'has no straight quotation marks', pattern: /"/ },
  { rule: 'writes ’ as apostrophe', pattern: /'/ },
  { rule: 'has no space at either end and no two in a row', pattern: /^\s|\s$|\s\s/ },
]

const noBreakBeforeEllipsis: Correction = {
  rule: 'has no line break before …',
  pattern: / …/g,
  replacement: `${NBSP}…`,
}

/** Between Latin and Chinese or Japanese, by both languages' habit on this site. */
const spacesAroundLatin: Correction[] = [
  {
    rule: 'has a space between Latin letters or digits and other characters',
    pattern: new RegExp(
      `(?<=[${HAN_OR_KANA}])(?=${LATIN})|(?<=${LATIN})(?=[${HAN_OR_KANA}])`,
      'gu',
    ),
    replacement: ' ',
  },
]
const asciiPunctuation: Ban = {
  rule: 'has full-width punctuation',
  pattern: new RegExp(
    `(?<=[${HAN_OR_KANA}${MASK}”」）])[,:;?!.]|[,:;?!.](?=[${HAN_OR_KANA}])|: |[(](?=[${HAN_OR_KANA}])|(?<=[${HAN_OR_KANA}]) ?[()]`,
    'u',
  ),
}

const STYLES: Record<Locale, Style> = {
  en: { corrections: [noBreakBeforeEllipsis], bans: [], quotations: /“[^“”]*”/g },
  de: {
    corrections: [
      {
        // Without a space, … stands for letters of the word.
        rule: 'has a no-break space before …',
        pattern: /(?<=\S) ?…/g,
        replacement: `${NBSP}…`,
      },
    ],
    bans: [],
    quotations: /„[^„“]*“/g,
  },
  fr: {
    corrections: [
      {
        rule: 'has a narrow no-break space (U+202F) before ; ! ? »',
        pattern: new RegExp(`(?<=[^\\s?!])(?!${NARROW}[;!?»])${SPACES}*(?=[;!?»])`, 'g'),
        replacement: NARROW,
      },
      {
        rule: 'has a narrow no-break space (U+202F) after «',
        pattern: new RegExp(`(?<=«)(?!${NARROW}\\S)${SPACES}*(?=\\S)`, 'g'),
        replacement: NARROW,
      },
      {
        rule: 'has a no-break space (U+00A0) before a colon',
        pattern: new RegExp(`(?<=\\S)(?!${NBSP}:)${SPACES}*(?=:(?:\\s|[}]|$))`, 'g'),
        replacement: NBSP,
      },
      {
        rule: 'groups digits by narrow no-break spaces (U+202F)',
        pattern: new RegExp(`(?<=\\d)[ ${NBSP}](?=\\d{3})`, 'g'),
        replacement: NARROW,
      },
      {
        rule: 'has no space before …',
        pattern: new RegExp(`${SPACES}+(?=…)`, 'g'),
        replacement: '',
      },
    ],
    bans: [],
    quotations: new RegExp(`«${NARROW}[^«»]*${NARROW}»`, 'g'),
  },
  'zh-cn': {
    corrections: spacesAroundLatin,
    bans: [asciiPunctuation],
    quotations: /“[^“”]*”/g,
  },
  ja: {
    corrections: [
      ...spacesAroundLatin,
      { rule: 'writes 〜 (U+301C) for ranges', pattern: /～/g, replacement: '〜' },
    ],
    bans: [asciiPunctuation],
    quotations: /「[^「」]*」/g,
  },
}

/** Parts of a message that are not prose: addresses, and the syntax of plurals and selections. */
const CODE = /https?:\/\/\S+|\{\w+, ?(?:plural|select|selectordinal),|\{\w+(?:, ?\w+)?\}|<\/?\w+>/g

/** Replaces code by a character that is neither letter nor punctuation, and back. */
function maskCode(message: string) {
  const code: string[] = []
  const masked = message.replaceAll(CODE, (part) => {
    code.push(part)
    return MASK
  })
  const unmask = (text: string) => text.replaceAll(MASK, () => code.shift() ?? '')
  return { masked, unmask }
}

/** The message with all corrections that need no judgement. */
export function correctTypography(locale: Locale, message: string): string {
  const { masked, unmask } = maskCode(message)
  return unmask(
    STYLES[locale].corrections.reduce(
      (text, { pattern, replacement }) => text.replaceAll(pattern, replacement),
      masked,
    ),
  )
}

/** The typographic rules of its language that a message breaks. */
export function typographyIssues(locale: Locale, message: string): string[] {
  const { masked } = maskCode(message)
  const { corrections, bans, quotations } = STYLES[locale]
  const unbalanced = /[«»„“”「」]/.test(masked.replaceAll(quotations, ''))
  return [
    ...corrections.filter(
      ({ pattern, replacement }) => masked.replaceAll(pattern, replacement) !== masked,
    ),
    ...[...COMMON, ...bans].filter(({ pattern }) => pattern.test(masked)),
    ...(unbalanced ? [{ rule: 'uses the quotation marks of its language, in pairs' }] : []),
  ].map(({ rule }) => rule)
}
