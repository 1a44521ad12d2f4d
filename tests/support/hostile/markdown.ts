import * as fc from 'fast-check'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'

/** Tokens that form complete, incomplete, nested and ambiguous constructs. */
const PIECES = [
  '* _ ~ ` # > - + = | [ ] ( ) < > ! \\ & : ; " \' . / @ 0 a é 図 ** __ ~~ ``` ~~~'.split(' '),
  [' ', '\t', '\n', '\n\n', '\n=\n', '\n-\n', '\n> ', '\n- ', '\r\n', '    ', 'a  \n', 'a\\\n'],
  ['- [ ] ', '1. ', '10) ', '](', '][', ']: ', '![', '[^a]', '[^a]: ', '|-', '|:-:'],
  ['<a ', '</a>', '<!--', '-->', '<?', '<![CDATA[', '<http:', 'a@b.c', 'http://a.b/', 'www.a.b'],
  ['<b>', '</b>', '<p>', '<td>', '<table>', '</table>', '<details>', '<summary>', '<ruby>', '<rt>'],
  ['<img src=a>', '<a id="', '> [!NOTE]\n', '[^a]', '**「', ':a:', '---\n', '<script>', '</div>'],
  ['&amp;', '&#0;', '&#x10ffff;', '\u0000', '\ud800', '\u202e', '\u2028', 'a\u0301', '👩‍🚀'],
].flat()
const piece = fc.constantFrom(...PIECES)
const phrase = fc.array(piece, { minLength: 1, maxLength: 6 }).map((all) => all.join(''))

const fill = (part: string) =>
  part.repeat(Math.ceil(DESCRIPTION_MAX / part.length)).slice(0, DESCRIPTION_MAX)

/** One phrase repeated, which reveals superlinear cost. */
const repeated = phrase.map(fill)
/** A construct opened many times, then closed as often. */
const nested = fc.tuple(phrase, phrase, phrase).map(([open, middle, close]) => {
  const times = Math.floor((DESCRIPTION_MAX - middle.length) / (open.length + close.length))
  return open.repeat(times) + middle + close.repeat(times)
})
/** Each line is nested one marker deeper than the previous one. */
const staircase = fc
  .tuple(fc.constantFrom(' ', '> ', '- ', '  ', '*', '`', '[', '#', '~'), phrase)
  .map(([step, text]) => {
    const lines = Array.from({ length: 200 }, (_, at) => step.repeat(at) + text)
    return lines.join('\n').slice(0, DESCRIPTION_MAX)
  })
/** Repetitions of one phrase, then of another, such as definitions and their uses. */
const halves = fc
  .tuple(phrase, phrase)
  .map(([one, other]) => (fill(one).slice(0, 4096) + fill(other)).slice(0, DESCRIPTION_MAX))
const mixed = fc
  .array(phrase, { minLength: 100, maxLength: 1500 })
  .map((all) => all.join('').slice(0, DESCRIPTION_MAX))

/** Expensive Markdown of up to 8192 characters: long, deeply nested, repetitive, ambiguous. */
export const hostileMarkdown = fc.oneof(
  { weight: 4, arbitrary: repeated },
  { weight: 2, arbitrary: nested },
  staircase,
  { weight: 2, arbitrary: halves },
  mixed,
)

const RINGED_FOOTNOTES = `[^0]\n\n${Array.from(
  { length: 400 },
  (_, at) => `[^${at}]: [^${(at + 1) % 400}]\n`,
).join('')}`
const NESTED_ALERTS = Array.from({ length: 40 }, (_, at) => `${'> '.repeat(at + 1)}[!NOTE]\n`).join(
  '',
)

/** What people write. A limit in milliseconds would depend on the machine. */
export const ORDINARY_MARKDOWN = fill(
  '# Title\n\nSome **bold** text with a [link](https://a.example) and `code`.\n\n- one\n- two\n\n> quote\n\n',
)
/** A hostile text costs at most so many times as much as an ordinary one of its length: 13 were measured, and 30 to 120 without the limits. */
export const WORST_RATIO = 25

/** The most expensive inputs found so far; every run tests all of them. */
export const WORST_MARKDOWN: [what: string, text: string][] = [
  ['headings underlined', fill('a\n=\n')],
  ['headings underlined, just below the limit', fill(`a\n=\n`.repeat(200) + 'a '.repeat(4000))],
  ['quotes that end', fill('>a\n\n')],
  ['emphasis that may open and close', fill('*a_ ')],
  ['emphasis, just below the limit', fill(`${'*a_ '.repeat(490)}${'b'.repeat(6232)}`)],
  ['emphasis of alternating markers', fill('_*')],
  [
    'emphasis of alternating markers, just below the limit',
    fill(`${'_*'.repeat(490)}${'b'.repeat(7212)}`),
  ],
  ['quotes and lists in each other', fill('> - > - > - a\n')],
  ['brackets closed as links', `${'['.repeat(2700)}a${'](b)'.repeat(1300)}`],
  ['closing brackets', fill(']')],
  ['closing brackets in code that is open', fill('`[').slice(0, 4096) + fill(']').slice(0, 4096)],
  ['definitions and their uses', fill('[a]: b\n').slice(0, 4096) + fill('[a]').slice(0, 4096)],
  ['tables of one row', fill('a|b\n-|-\n')],
  ['lists of lists', fill(`${'- '.repeat(39)}a\n`)],
  ['elements in elements', `${'<div>'.repeat(740)}${'</div>'.repeat(740)}`],
  ['formatting that each paragraph begins anew', `<b><i><s><sub>${fill('<p>a')}</sub></s></i></b>`],
  ['footnotes that refer to each other', RINGED_FOOTNOTES],
  ['footnotes that refer to themselves', `[^a]\n\n${fill('[^a]: [^a]\n')}`],
  ['references to a footnote', `${fill('[^a]')}\n\n[^a]: b`],
  ['alerts in alerts', fill(NESTED_ALERTS)],
  ['tasks', fill('- [ ] a\n')],
  ['headings', fill('# a\n')],
  ['links to headings', `# a\n\n${fill('[a](#a)')}`],
  ['pictures', fill('![a](http://b)')],
  ['ids', fill('<a id="a"></a>')],
  ['readings', fill('<ruby>a<rt>b')],
  ['attributes', `<p ${fill('id=a ')}>`],
  ['data before the text', `---\n${'a: &a [b, b]\n'.repeat(150)}---\n`],
]
