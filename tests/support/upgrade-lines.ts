/**
 * The commands of docs/upgrading.md for a clone, without their comments.
 * @throws Error if the document has no such part.
 */
export function upgradeLines(document: string): string[] {
  const block = /With a repository, in its folder:\n\n```sh\n([^`]+)```/.exec(document)?.[1]
  if (block === undefined) throw new Error('docs/upgrading.md has no lines for a repository.')
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
}
