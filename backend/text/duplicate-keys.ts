import { visit } from 'jsonc-parser'

/** A key that an object has twice, and the line of the second one, from 1. */
type DuplicateKey = { key: string; line: number }

/**
 * Finds keys that an object of a JSON text has more than once; of such values parsers take the last one, or the first. The text has
 * been parsed by `parseBoundedJson`, which limits its depth.
 * @returns the first of them and how many there are; undefined without any.
 */
export function findDuplicateKey(text: string): (DuplicateKey & { count: number }) | undefined {
  const objects: Set<string>[] = []
  let first: DuplicateKey | undefined
  let count = 0
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(key, _offset, _length, startLine) {
      const keys = objects.at(-1)
      if (keys?.has(key)) {
        first ??= { key, line: startLine + 1 }
        count += 1
      }
      keys?.add(key)
    },
  })
  return first && { ...first, count }
}
