/**
 * The entries of a folder as GitHub lists them, each once; names of folders end with `/`.
 * @param folder path that ends with `/`; empty for the root.
 */
export function entriesOf(files: Record<string, string>, folder: string): string[] {
  const inside = Object.keys(files).filter((path) => path.startsWith(folder))
  const names = inside.map((path) => /^[^/]+\/?/.exec(path.slice(folder.length))?.[0] ?? '')
  return [...new Set(names)]
}
