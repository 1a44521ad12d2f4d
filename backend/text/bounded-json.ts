/** Objects and lists inside each other. */
const DEPTH_MAX = 32

/**
 * Parses JSON from elsewhere. Its depth is looked at before anything is built; its length is for the
 * caller to bound.
 * @throws Error for what is no JSON or is nested too deeply.
 */
export function parseBoundedJson(text: string, depthMax = DEPTH_MAX): unknown {
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
    if (depth > depthMax) throw new Error('JSON is nested too deeply')
  }
  return JSON.parse(text)
}
