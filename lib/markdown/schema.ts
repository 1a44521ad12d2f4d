import type { Options } from 'rehype-sanitize'
import { ID_PREFIX } from './labels.ts'
import { ALERTS } from './prepare.ts'

type Definition = string | [string, ...(string | RegExp | number | boolean)[]]
const SIDES = ['align-start', 'align-center', 'align-end']
const classes = (...names: string[]): Definition => ['className', ...names, ...SIDES]

/**
 * What rendered Markdown may contain, whatever happened before. No style, no handlers, no class but ours; links to `http`, `https`
 * and `mailto` and inside the document; all ids with the prefix of the document.
 */
export const schema: Options = {
  allowComments: false,
  allowDoctypes: false,
  strip: ['script', 'style', 'template', 'svg', 'math', 'iframe', 'textarea', 'select', 'title'],
  tagNames: [
    ...'a abbr aside b blockquote br button caption cite code dd del details dfn div dl dt em'.split(
      ' ',
    ),
    ...'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark nav ol p pre q rp rt ruby s samp section small'.split(
      ' ',
    ),
    ...'span strong sub summary sup table tbody td tfoot th thead tr ul var wbr'.split(' '),
  ],
  ancestors: {
    ...Object.fromEntries(
      ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption'].map((name) => [name, ['table']]),
    ),
    li: ['ul', 'ol'],
    dt: ['dl'],
    dd: ['dl'],
    rt: ['ruby'],
    rp: ['ruby'],
    summary: ['details'],
  },
  attributes: {
    '*': ['id', 'lang', ['dir', 'ltr', 'rtl', 'auto'], classes()],
    a: [
      'href',
      ['rel', 'nofollow', 'ugc', 'noopener'],
      'ariaLabel',
      'ariaDescribedBy',
      classes('picture-text', 'data-footnote-backref'),
    ],
    abbr: ['title'],
    aside: [
      ['role', 'note'],
      'ariaLabel',
      classes('alert', ...ALERTS.map((name) => `alert-${name}`)),
    ],
    button: [
      ['type', 'button'],
      'ariaLabel',
      classes('needs-script', 'copy-code', 'icon-before', 'icon-copy'),
    ],
    details: [['open', true], classes('toc', 'rest')],
    dfn: ['title'],
    div: [['tabIndex', 0], classes('code-block', 'table-scroll')],
    h2: [classes('sr-only')],
    h3: [classes('sr-only')],
    img: [
      'src',
      'alt',
      'width',
      'height',
      ['loading', 'lazy'],
      ['decoding', 'async'],
      classes('in-dark', 'in-light'),
    ],
    li: ['value', classes('task-list-item')],
    nav: ['ariaLabel'],
    ol: ['start', classes('contains-task-list')],
    p: [
      ['ariaHidden', 'true'],
      classes('alert-title', 'icon-before', ...ALERTS.map((name) => `icon-${name}`)),
    ],
    pre: [['tabIndex', 0]],
    section: ['dataFootnotes', classes('footnotes')],
    span: [classes('task', 'task-done', 'sr-only', 'show-more', 'show-less')],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan'],
    ul: [classes('contains-task-list')],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  clobber: ['ariaDescribedBy', 'id'],
  clobberPrefix: ID_PREFIX,
  required: {},
}
