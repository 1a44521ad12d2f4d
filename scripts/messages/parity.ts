/** The arguments and tags of an ICU message as a comparable string. */
function placeholders(message: string): string {
  const names = [...message.matchAll(/\{(\w+)(?=[,}])|<(\w+)>/g)].map(
    ([, name, tag]) => name ?? `<${tag}>`,
  )
  return [...new Set(names)].toSorted().join(' ')
}

/** Where a language has other keys, arguments or tags than the reference. */
export function parityIssues(
  reference: ReadonlyMap<string, string>,
  translation: ReadonlyMap<string, string>,
): [key: string, issue: string][] {
  const wrong = [...reference].flatMap(([key, message]): [string, string][] => {
    const translated = translation.get(key)
    if (translated === undefined) return [[key, 'is missing']]
    const [expected, found] = [placeholders(message), placeholders(translated)]
    return expected === found ? [] : [[key, `has [${found}], en has [${expected}]`]]
  })
  const added = [...translation.keys()].filter((key) => !reference.has(key))
  return [...wrong, ...added.map((key): [string, string] => [key, 'is not in en'])]
}
