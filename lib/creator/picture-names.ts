import type { UploadedFile } from './form-file.ts'

type Named = Pick<UploadedFile, 'alt' | 'name'>

/** Names of pictures for the labels of their buttons, each different: equal ones get their position. */
export function pictureNames(pictures: readonly Named[]): string[] {
  const names = pictures.map(({ alt, name }, at) => alt || name || String(at + 1))
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`,
  )
}
