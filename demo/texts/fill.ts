import type { IconSet } from '#demo/icon-set.ts'

/** Replaces the placeholders of a description with the facts of the icons. */
export function fill(body: string, set: IconSet, count: number): string {
  const facts: Record<string, string> = {
    count: String(count),
    set: set.name,
    author: set.author,
    licence: set.license,
  }
  return body.trim().replaceAll(/\{(\w+)\}/g, (token, name: string) => facts[name] ?? token)
}
