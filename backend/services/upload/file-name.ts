import path from 'node:path'
import { kindOfEnding } from '#lib/contract/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { PACKAGE_ENDING } from '#lib/contract/plugin-package.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { DomainError } from '#backend/errors.ts'

const NAME_MAX = 200
const EXTENSION_MAX = 20

/** The file name that a browser sent, without folders and characters that are invalid in a header. */
export function cleanFileName(sent: string): string {
  const last = path.win32.basename(sent.toWellFormed().normalize('NFC'))
  const plain = cleanLine(last).replaceAll(/[\u200e\u200f]/g, '')
  const extension = path.extname(plain).slice(0, EXTENSION_MAX)
  const stem = path.basename(plain, path.extname(plain))
  return `${stem.slice(0, NAME_MAX - extension.length) || 'file'}${extension}`
}

/** The kind of a project file, or of a package of a plugin. @throws DomainError `wrong_type` for an extension that belongs to no kind. */
export function kindByExtension(name: string): Kind {
  const extension = path.extname(name).toLowerCase()
  if (extension === PACKAGE_ENDING) return 'plugin'
  const kind = kindOfEnding(extension)
  if (kind) return kind
  throw new DomainError('wrong_type', 'The file name has the extension of no kind of project.')
}
