import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'
import { elisionIssues } from './elision.ts'
import { readMessages, rewriteMessages } from './files.ts'
import { glossaryIssues, readGlossary, unexplainedTerms } from './glossary.ts'
import { parityIssues } from './parity.ts'
import { pluralIssues } from './plurals.ts'
import { correctTypography, typographyIssues } from './typography.ts'

/*
 * Checks `messages/`: all languages have the same messages with the same arguments and tags, none
 * empty, with the plural forms and the typography of their language. `--fix` corrects what needs no
 * judgement, such as missing no-break spaces.
 */

/** Sentences that the specification prescribes with straight apostrophes. */
const PRESCRIBED = ['account.list.emptyMine', 'account.list.emptyTheirs', 'status.404.text']

if (process.argv.includes('--fix')) {
  for (const locale of LOCALES) {
    rewriteMessages(locale, (_key, message) => correctTypography(locale, message))
  }
}

const reference = readMessages('en')
const glossary = readGlossary()
const unexplained = unexplainedTerms(glossary).map((name) => `glossary: “${name}” lacks why`)
const issues = LOCALES.flatMap((locale) => {
  const messages = readMessages(locale)
  const found = [
    ...parityIssues(reference, messages),
    ...glossaryIssues(glossary, locale, reference, messages),
    ...[...messages].flatMap(([key, message]) => [
      ...(message.trim() === '' ? [[key, 'is empty']] : []),
      ...(locale === 'fr' ? elisionIssues(message).map((issue) => [key, issue]) : []),
      ...pluralIssues(LANGUAGES[locale].lang, message).map((issue) => [key, issue]),
      ...(locale === 'en' && PRESCRIBED.includes(key)
        ? []
        : typographyIssues(locale, message).map((rule) => [
            key,
            `breaks a rule: ${locale} ${rule}`,
          ])),
    ]),
  ]
  return found.map(([key, issue]) => `${locale}: ${key} ${issue}`)
})

if (issues.length + unexplained.length > 0) {
  console.error(
    [...unexplained, ...issues, 'Spaces are corrected by: npm run messages -- --fix'].join('\n'),
  )
  process.exit(1)
}
console.log(`${reference.size} messages in ${LOCALES.length} languages`)
