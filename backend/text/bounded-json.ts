/** Nesting of objects and arrays. */
const DEPTH_MAX = 32
/** Default maximum length of an array. GitHub lists at most 1000 entries of a directory. */
const ARRAY_MAX = 1_000

/**
 * Parses untrusted JSON, whose length the caller has limited. Depth is checked before parsing, array
 * lengths before a schema runs: zod creates an issue of about 600 bytes for each invalid entry, and a
 * megabyte holds 500 000 numbers.
 * @throws SyntaxError for invalid JSON; Error for more than 32 levels, or an array longer than `arrayMax`.
 */
export function parseBoundedJson(text: string, { arrayMax = ARRAY_MAX } = {}): unknown {
  checkDepth(text)
  const value: unknown = JSON.parse(text)
  checkArrays(value, arrayMax)
  return value
}

function checkDepth(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > DEPTH_MAX) throw new Error(`JSON is nested too deeply at position ${at}`)
  }
}

function checkArrays(value: unknown, arrayMax: number): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > arrayMax) {
    throw new Error('JSON with an array that is too long')
  }
  for (const entry of Object.values(value)) checkArrays(entry, arrayMax)
}
