import { parseAst } from 'vitest/node'
import { z } from 'zod'

/*
 * Changes of a module that break one of its rules. Types are left alone, and so is what only a person reads: messages of
 * exceptions and of the log.
 */

export type Mutant = {
  /** File, change and line of code. Stays the same while these do, and differs from all others. */
  name: string
  file: string
  line: number
  start: number
  end: number
  /** The code from `start` to `end`, and what replaces it. */
  before: string
  after: string
}

type Change = Pick<Mutant, 'start' | 'end' | 'after'>

const nodeSchema = z.looseObject({ type: z.string(), start: z.number(), end: z.number() })
type Node = z.infer<typeof nodeSchema>

const OPERATORS = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '??': '&&',
  }),
)
const METHODS = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
  }),
)
/** Calls that are left out, so that their receiver stays. */
const LEFT_OUT = new Set([
  'filter',
  'nonnegative',
  'refine',
  'slice',
  'superRefine',
  'toReversed',
  'toSorted',
  'transform',
  'trim',
])
/** Nodes that hold no rule. */
const SKIPPED = /^(?:TS(?!AsExpression|SatisfiesExpression)|Import|ExportAll|ThrowStatement)/

/** All mutants of a module, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Change[] = []
  const replace = ({ start, end }: { start: number; end: number }, after: string) =>
    found.push({ start, end, after })
  const textOf = ({ start, end }: Node) => source.slice(start, end)

  /** Replaces the operator between two operands. */
  function changeOperator(left: Node, right: Node, operator: string) {
    const after = OPERATORS.get(operator)
    const isText = operator === '+' && [left, right].some(isString)
    if (after === undefined || isText) return
    const start = left.end + source.slice(left.end, right.start).indexOf(operator)
    replace({ start, end: start + operator.length }, after)
  }

  function changeCall(node: Node) {
    const callee = toNode(node['callee'])
    const property = toNode(callee?.['property'])
    const receiver = toNode(callee?.['object'])
    if (callee?.type !== 'MemberExpression' || !property || !receiver) return
    const name = textOf(property)
    const other = METHODS.get(name)
    if (other !== undefined) replace(property, other)
    if (LEFT_OUT.has(name)) replace(node, textOf(receiver))
  }

  function change(node: Node) {
    const [left, right] = [toNode(node['left']), toNode(node['right'])]
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
        if (left && right) changeOperator(left, right, String(node['operator']))
        break
      case 'UnaryExpression':
        if (node['operator'] === '!') replace({ start: node.start, end: node.start + 1 }, '')
        break
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = toNode(node['test'])
        if (!test) break
        replace(test, 'true')
        replace(test, 'false')
        break
      }
      case 'ExpressionStatement':
        if (!('directive' in node)) replace(node, ';')
        break
      case 'ArrayExpression':
        if (textOf(node) !== '[]') replace(node, '[]')
        break
      case 'CallExpression':
        changeCall(node)
        break
      case 'TemplateLiteral':
        replace(node, '``')
        break
      case 'Literal':
        changeLiteral(node)
        break
    }
  }

  function changeLiteral(node: Node) {
    const { value } = node
    const text = textOf(node)
    if ('regex' in node) for (const after of changedPatterns(text)) replace(node, after)
    else if (typeof value === 'number') replace(node, `(${text} + 1)`)
    else if (typeof value === 'boolean') replace(node, String(!value))
    else if (typeof value === 'string') replace(node, value === '' ? "'mutant'" : "''")
  }

  function walk(node: Node, isConst = false) {
    if (SKIPPED.test(node.type) || isLogged(node, source)) return
    const isLiteralType =
      isConst || (node.type === 'TSAsExpression' && textOf(node).endsWith('as const'))
    // The compiler checks literal types.
    const isLiteral = node.type === 'ArrayExpression' || isString(node)
    if (!isLiteralType || !isLiteral) change(node)
    for (const [name, value] of Object.entries(node)) {
      // Names of properties are checked by the compiler.
      if (
        name === 'key' ||
        (name === 'property' && node['computed'] === true && isString(toNode(value)))
      )
        continue
      for (const part of Array.isArray(value) ? value : [value]) {
        const child = toNode(part)
        if (child) walk(child, isLiteralType)
      }
    }
  }
  const program = toNode(parseAst(source, { lang: 'ts' }, file))
  if (program) walk(program)
  return named(file, source, found)
}

const toNode = (value: unknown): Node | undefined => nodeSchema.safeParse(value).data
const isString = (node: Node | undefined) =>
  node?.type === 'TemplateLiteral' || typeof node?.['value'] === 'string'
const isLogged = (node: Node, source: string) =>
  node.type === 'CallExpression' &&
  /^(?:log|console|failures)\b/.test(source.slice(node.start, node.end))

/** A regular expression without its anchors, with other quantifiers and with inverted classes, one at a time. */
function changedPatterns(text: string): string[] {
  const changes: [RegExp, string][] = [
    [/^\/\^/, '/'],
    [/\$(?=\/[a-z]*$)/, ''],
    [/(?<!\\)\[\^/, '['],
    [/(?<!\\)\[(?!\^)/, '[^'],
    [/(?<=[\])\w])\+/, '*'],
    [/(?<=[\])\w])\*/, '+'],
    [/\/[a-z]+$/, '/'],
  ]
  return changes
    .map(([pattern, after]) => text.replace(pattern, after))
    .filter((changed) => changed !== text)
}

/** Longest code in a name. */
const NAMED_LENGTH = 60
const shortened = (code: string) => {
  const flat = code.replaceAll(/\s+/g, ' ')
  return flat.length > NAMED_LENGTH ? `${flat.slice(0, NAMED_LENGTH)}…` : flat
}

function named(file: string, source: string, changes: Change[]): Mutant[] {
  const lines = source.split('\n')
  const counts = new Map<string, number>()
  return changes
    .toSorted((a, b) => a.start - b.start)
    .map((change) => {
      const before = source.slice(change.start, change.end)
      const line = source.slice(0, change.start).split('\n').length
      const place = `${file}: ${shortened(before)} → ${shortened(change.after)} in ${lines[line - 1]?.trim()}`
      const count = (counts.get(place) ?? 0) + 1
      counts.set(place, count)
      return { name: count === 1 ? place : `${place} (${count})`, file, line, before, ...change }
    })
}
