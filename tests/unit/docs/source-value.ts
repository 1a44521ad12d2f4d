const NUMBER = /^[\d_]+(?:\.\d+)?$/

/**
 * The value of a constant in a TypeScript source: a number, a product of numbers and other constants of
 * the file, or a string. `RULES.logIn.points` is a property of an object literal.
 * @throws Error if there is no such constant or its value is another kind of expression.
 */
export function valueIn(source: string, name: string): number | string {
  const [constant = '', ...properties] = name.split('.')
  const start = new RegExp(String.raw`\bconst ${constant}\b[^=]*=\s*`).exec(source)
  if (!start) throw new Error(`no constant ${constant}`)
  let rest = source.slice(start.index + start[0].length)
  for (const property of properties) {
    const at = new RegExp(String.raw`\b${property}: *`).exec(rest)
    if (!at) throw new Error(`no property ${property}`)
    rest = rest.slice(at.index + at[0].length)
  }
  const expression = /^[^\n,}]*/.exec(rest)?.[0].trim() ?? ''
  const text = /^'(.*)'$/.exec(expression)?.[1]
  if (text !== undefined) return text
  const factors = expression
    .replace(/ as const$/, '')
    .split('*')
    .map((factor) => factor.trim())
  return factors.reduce((product, factor) => product * factorIn(source, factor), 1)
}

function factorIn(source: string, factor: string): number {
  if (NUMBER.test(factor)) return Number(factor.replaceAll('_', ''))
  if (!/^\w+$/.test(factor)) throw new Error(`not a product of constants: ${factor}`)
  return Number(valueIn(source, factor))
}
