import { create } from 'content-disposition'

/** Policy of served bytes, which a browser might open as a document. */
export const SANDBOX = "default-src 'none'; sandbox"
/** The same for drawings: opened as a document, an SVG must not run scripts. Pictures in it are data URLs. */
export const DRAWING_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"

/** Browsers save project files, whatever is in them. */
export const mediaTypeOf = ({ purpose, mediaType }: { purpose: string; mediaType: string }) =>
  purpose === 'project' ? 'application/octet-stream' : mediaType

/** Project files are saved, pictures are shown. The name is in the header as RFC 6266 and RFC 8187 have it. */
export function dispositionOf({ purpose, name }: { purpose: string; name: string }): string {
  const type = purpose === 'project' ? 'attachment' : 'inline'
  return create(name.toWellFormed(), { type, fallback: asciiName(name) })
}

/**
 * A name in ASCII for programs that read no `filename*`: letters without their marks, else underscores. Without
 * characters that old programs unescape, or end the parameter at (RFC 6266, appendix D).
 */
function asciiName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\w !#$&'()+,.=@[\]^`{}~-]+/g, '_')
  return plain.replace(/^[_ ]*(?=\.|$)/, 'file')
}
