import type { IconSet } from '#backend/demo/icon-set.ts'

/** Puts the facts of the icons into a description. */
export function fill(body: string, set: IconSet, count: number): string {
  const facts: Record<string, string> = {
    count: String(count),
    set: set.name,
    author: set.author,
    licence: set.license,
  }
  return body.trim().replaceAll(/\{(\w+)\}/g, (token, name: string) => facts[name] ?? token)
}
