/** Objects and lists inside each other. */
const DEPTH_MAX = 32
/** Entries of one list, where the caller expects no more. GitHub lists 1000 entries of a folder at most. */
const LIST_MAX = 1_000

/**
 * Parses JSON from elsewhere, whose length the caller bounds. Its depth is looked at before anything is
 * built, and its lists before a schema sees them: zod makes an issue of each entry that does not fit,
 * 600 bytes for each of 500 000 numbers in a megabyte.
 * @throws Error for what is no JSON, is nested too deeply or holds a list that is too long.
 */
export function parseBoundedJson(text: string, { listMax = LIST_MAX } = {}): unknown {
  checkDepth(text)
  const value: unknown = JSON.parse(text)
  checkLists(value, listMax)
  return value
}

function checkDepth(text: string) {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (isInString) {
      if (mark === '\\') at += 1
      else if (mark === '"') isInString = false
    } else if (mark === '"') isInString = true
    else if (mark === '{' || mark === '[') depth += 1
    else if (mark === '}' || mark === ']') depth -= 1
    if (depth > DEPTH_MAX) throw new Error('JSON is nested too deeply')
  }
}

function checkLists(value: unknown, listMax: number) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > listMax) throw new Error('JSON with a long list')
  for (const inner of Object.values(value)) checkLists(inner, listMax)
}
