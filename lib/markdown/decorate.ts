import { labelMark } from './labels.ts'
import { ALERTS } from './prepare.ts'
import {
  type Content,
  element,
  type Element,
  elements,
  isBlank,
  isElement,
  property,
  rewrite,
  type Root,
  text,
} from './tree.ts'

/* What a page shows around an author's text: titles of alerts, states of tasks, names of languages. */

/** Words of languages whose written form is another one than the word in capitals. */
const WORDS = {
  C: 'c',
  'C++': 'cpp',
  'C#': 'cs csharp',
  Diff: 'diff',
  Dockerfile: 'dockerfile',
  Go: 'go',
  Java: 'java',
  JavaScript: 'js cjs mjs javascript',
  JSON5: 'json5',
  JSX: 'jsx',
  Kotlin: 'kotlin',
  Lua: 'lua',
  Markdown: 'md markdown',
  PHP: 'php',
  PowerShell: 'ps1 powershell',
  Python: 'py python',
  Ruby: 'rb ruby',
  Rust: 'rs rust',
  Shell: 'sh bash console shell shell-session zsh',
  Svelte: 'svelte',
  Swift: 'swift',
  TypeScript: 'ts typescript',
  Vue: 'vue',
  YAML: 'yml',
}
const LANGUAGES = new Map(
  Object.entries(WORDS).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])),
)
/** Words that name no language. */
const NO_LANGUAGE = new Set(['text', 'txt', 'plain', 'plaintext', 'none', 'no-highlight', 'ansi'])

export function decorate(tree: Root): void {
  rewrite(tree, (each) => {
    if (each.tagName === 'p' && isBlank(each)) return []
    if (each.tagName === 'input') return [taskState(each)]
    if (each.tagName === 'pre') return [code(each)]
    if (each.tagName === 'table')
      return [element('div', { className: ['table-scroll'], tabIndex: 0 }, each)]
    return undefined
  })
  elements(tree, (each) => {
    if (each.tagName === 'aside') titleAlert(each)
    if (each.tagName === 'details' && !each.children.some(isSummary)) {
      each.children.unshift(element('summary', {}, text(labelMark('details'))))
    }
    align(each)
  })
}

const isSummary = (child: Content) => isElement(child) && child.tagName === 'summary'

const taskState = ({ properties }: Element) => {
  const state = properties['checked'] === true ? 'done' : 'open'
  const label = element('span', { className: ['sr-only'] }, text(labelMark(state)))
  return element('span', { className: state === 'done' ? ['task', 'task-done'] : ['task'] }, label)
}

function titleAlert(aside: Element) {
  const [name] = ALERTS.filter((each) => [aside.properties['className']].flat().includes(each))
  if (!name) return
  aside.properties = {
    className: ['alert', `alert-${name}`],
    role: 'note',
    ariaLabel: labelMark(name),
  }
  // The label of the whole says the same.
  const title = { className: ['alert-title', 'icon-before', `icon-${name}`], ariaHidden: 'true' }
  aside.children.unshift(element('p', title, text(labelMark(name))))
}

function code(pre: Element): Element {
  const [inner] = pre.children.filter(isElement)
  const classes = [inner?.properties['className'] ?? []].flat().map(String)
  const word = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  const language = nameOfLanguage(word)
  const name = language === '' ? [] : [element('span', {}, text(language))]
  const copy = {
    type: 'button',
    className: ['needs-script', 'copy-code', 'icon-before', 'icon-copy'],
    ariaLabel: labelMark('copy'),
  }
  pre.properties = { id: pre.properties['id'], tabIndex: 0 }
  if (inner) inner.properties = {}
  return element(
    'div',
    { className: ['code-block'], dir: 'ltr' },
    ...name,
    element('button', copy),
    pre,
  )
}

function nameOfLanguage(word: string): string {
  const lower = word.toLowerCase()
  if (NO_LANGUAGE.has(lower) || !/^[\p{L}\p{N}#+._-]{1,20}$/u.test(word)) return ''
  return LANGUAGES.get(lower) ?? (word.length <= 4 ? word.toUpperCase() : word)
}

/** Sides by the direction of the text. */
const SIDES: Readonly<Record<string, string>> = {
  left: 'align-start',
  center: 'align-center',
  right: 'align-end',
}

/** Alignment by a class, since HTML has no attribute for it any more. */
function align(each: Element) {
  const side = property(each, 'align').toLowerCase()
  delete each.properties['align']
  const name = SIDES[side]
  if (name === undefined) return
  each.properties['className'] = [[each.properties['className'] ?? []].flat(), name]
    .flat()
    .map(String)
}
