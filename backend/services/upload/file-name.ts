import path from 'node:path'
import { kindOfFileName, projectFileName } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { cleanLine, firstOf } from '#lib/contract/text.ts'
import { cutName } from '#lib/text/file-name.ts'
import { DomainError } from '#backend/errors.ts'

const EXTENSION_MAX = 20

/**
 * The file name that a browser sent, without folders and characters that are invalid in a header, and cut to 255 bytes. A
 * quotation mark arrives as `%22` (HTML, “multipart/form-data encoding algorithm”). `a.iconpack.zip` becomes `a.iconpack`.
 */
export function cleanFileName(sent: string): string {
  const last = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const text = last.toWellFormed().replaceAll('%22', '"').normalize('NFC')
  const plain = projectFileName(cleanLine(text).replaceAll(/[\u200e\u200f]/g, ''))
  const extension = path.extname(plain)
  const stem = path.basename(plain, extension) || 'file'
  return cutName(stem, firstOf(extension, EXTENSION_MAX))
}

/** The kind of a project file, or of a package of a plugin. @throws DomainError `wrong_type` for an extension that belongs to no kind. */
export function kindByExtension(name: string): Kind {
  const kind = kindOfFileName(name)
  if (kind) return kind
  throw new DomainError('wrong_type', 'The file name has the extension of no kind of project.')
}
