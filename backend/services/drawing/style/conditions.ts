import { lexer } from 'css-tree'
import type { DrawingLoss } from '#lib/contract/file/contents.ts'

/** Whether the rules inside of an at-rule apply, and what is missing for viewers for whom it is otherwise. */
export type Condition = { applies: boolean; loss?: DrawingLoss }

const UNKNOWN: Condition = { applies: false, loss: 'css' }
const FEATURE = /^\(\s*([a-z-]+)\s*(?::\s*([^()]+?)\s*)?\)$/
/** Features with one value here: a drawing has no theme of its own, does not move and is not pointed at. */
const FEATURES = new Map<string, { value: string; loss?: DrawingLoss }>([
  ['prefers-color-scheme', { value: 'light', loss: 'theme' }],
  ['prefers-contrast', { value: 'no-preference', loss: 'theme' }],
  ['forced-colors', { value: 'none', loss: 'theme' }],
  ['inverted-colors', { value: 'none', loss: 'theme' }],
  ['prefers-reduced-motion', { value: 'no-preference' }],
  ['prefers-reduced-transparency', { value: 'no-preference' }],
  ['scripting', { value: 'none' }],
])

/** Evaluates a list of media queries (Media Queries 5) on a screen in light mode. */
export function evaluateMedia(list: string): Condition {
  return any(list.toLowerCase().split(',').map(evaluateQuery))
}

function evaluateQuery(query: string): Condition {
  const [first = '', ...terms] = query.trim().split(/\s+and\s+|\s+(?=\()/)
  const [, prefix, type] = /^(?:(not|only)\s+)?([a-z-]+)$/.exec(first) ?? []
  const features = (type === undefined && first !== '' ? [first, ...terms] : terms).map(
    evaluateFeature,
  )
  const isType = type === undefined || type === 'screen' || type === 'all'
  const all = isType ? every(features) : { applies: false }
  return prefix === 'not' ? not(all) : all
}

function evaluateFeature(text: string): Condition {
  const [, name = '', value] = FEATURE.exec(text.trim()) ?? []
  const feature = FEATURES.get(name)
  if (!feature) return UNKNOWN
  const applies =
    value === undefined
      ? !['no-preference', 'none'].includes(feature.value)
      : value === feature.value
  return feature.loss ? { applies, loss: feature.loss } : { applies }
}

const DECLARATION = /^\(\s*([\w-]+)\s*:\s*(.+?)\s*\)$/s

/** Evaluates the condition of `@supports`: declarations, joined by one of `and` and `or`, or negated. */
export function evaluateSupports(condition: string): Condition {
  const text = condition.trim()
  if (/^not\s/i.test(text)) return not(evaluateSupports(text.slice(4)))
  if (/\)\s+or\s+\(/i.test(text)) return any(text.split(/(?<=\))\s+or\s+(?=\()/i).map(supports))
  return every(text.split(/(?<=\))\s+and\s+(?=\()/i).map(supports))
}

function supports(text: string): Condition {
  const [, property, value] = DECLARATION.exec(text) ?? []
  if (property === undefined || value === undefined) return UNKNOWN
  return { applies: lexer.matchProperty(property, value).error === null }
}

function every(conditions: Condition[]): Condition {
  const loss = conditions.find((condition) => condition.loss)?.loss
  const applies = conditions.every((condition) => condition.applies)
  return loss ? { applies, loss } : { applies }
}

function any(conditions: Condition[]): Condition {
  const loss = conditions.find((condition) => condition.loss)?.loss
  const applies = conditions.some((condition) => condition.applies)
  return loss ? { applies, loss } : { applies }
}

const not = (condition: Condition): Condition =>
  condition.loss === 'css' ? condition : { ...condition, applies: !condition.applies }
