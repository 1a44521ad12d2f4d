/** Policy of served bytes, which a browser might open as a document. */
export const SANDBOX = "default-src 'none'; sandbox"

/** Browsers save project files, whatever is in them. */
export const mediaTypeOf = ({ purpose, mediaType }: { purpose: string; mediaType: string }) =>
  purpose === 'project' ? 'application/octet-stream' : mediaType

/** Project files are saved, pictures are shown. */
export function dispositionOf({ purpose, name }: { purpose: string; name: string }): string {
  const disposition = purpose === 'project' ? 'attachment' : 'inline'
  const plain = name.replace(/[^\w.-]+/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`
}

/** RFC 5987, section 3.2.1: characters that `encodeURIComponent` leaves are encoded too. */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
