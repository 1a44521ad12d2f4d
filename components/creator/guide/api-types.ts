import type { z } from 'zod'

/* Types of the API as the page for developers writes them: those of TypeScript, which most of its readers know. */

type Schema = z.core.JSONSchema._JSONSchema

/** The type of a value, in lines; parts with a name are their names. */
export function typeOf(schema: Schema | undefined, indent = ''): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown'
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map((part) => typeOf(part, indent)))].join(' | ')
  if (schema.type === 'array') return arrayOf(schema, indent)
  if (schema.type === 'object') return objectOf(schema, indent)
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'unknown')
}

type ObjectSchema = Exclude<Schema, boolean>

function arrayOf({ prefixItems, items }: ObjectSchema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((part) => typeOf(part, indent)).join(', ')}]`
  const item = typeOf(Array.isArray(items) ? items[0] : items, indent)
  return /^[\w{]/.test(item) && !item.includes(' | ') ? `${item}[]` : `(${item})[]`
}

function objectOf(schema: ObjectSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.entries(properties)
  if (names.length === 0)
    return `{ [name: string]: ${typeOf(additionalProperties || true, indent)} }`
  const inner = `${indent}  `
  const lines = names.map(
    ([name, part]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(part, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** What limits a parameter: its range, its length, its default. */
export function limitsOf(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  const { minimum, maximum, maxLength, default: given } = schema
  const range =
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum ?? ''}–${maximum}` : ''
  return [
    ...(range === '' ? [] : [range]),
    ...(maxLength === undefined ? [] : [`≤ ${maxLength}`]),
    ...(given === undefined || given === '' ? [] : [`= ${String(given)}`]),
  ]
}
