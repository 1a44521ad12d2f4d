import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Api } from './api.ts'
import { CallError, invalidInput, notFound } from './call-error.ts'
import { parse, uploadFields } from './input.ts'
import type { ReferenceStore, ReferenceFile } from './store.ts'

const MAX_BYTES = 100 * 1024 * 1024
/** Signature near the end of every zip archive, followed only by a short record and comment. */
const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006')

export async function upload(
  store: ReferenceStore,
  uid: string,
  form: FormData,
): Promise<Api['upload']['data']> {
  const upload = form.get('file')
  if (!(upload instanceof File)) throw invalidInput('file')
  const { purpose, crop } = parse(uploadFields, {
    purpose: form.get('purpose'),
    crop: form.get('crop') ?? undefined,
  })
  if (upload.size > MAX_BYTES) {
    throw new CallError(413, 'The file is too large.', { reason: 'too_large' })
  }
  const bytes = Buffer.from(await upload.arrayBuffer())
  const content = purpose === 'project' ? readArchive(bytes) : await readPicture(bytes, crop)
  const sha256 = createHash('sha256').update(content.bytes).digest('hex')
  const file: ReferenceFile = {
    id: randomUUID(),
    uid,
    purpose,
    name: upload.name,
    sha256,
    ...content,
  }
  store.files.set(file.id, file)
  return {
    id: file.id,
    url: urlOf(file),
    name: file.name,
    size: file.bytes.byteLength,
    sha256,
    ...file.size,
  }
}

/**
 * Addresses contain the digest of the bytes, not the id of the file: clients take ids from `file_id`
 * and addresses from `url`.
 */
export const urlOf = ({ sha256, name }: Pick<ReferenceFile, 'sha256' | 'name'>) =>
  `/api/v1/file/${sha256}/${encodeURIComponent(name)}`

function readArchive(bytes: Buffer<ArrayBuffer>) {
  if (!bytes.subarray(-65_557).includes(END_OF_ARCHIVE)) {
    const details = { code: 'broken' }
    throw new CallError(400, 'The archive is broken.', { reason: 'bad_archive', details })
  }
  return { bytes, type: 'application/zip' }
}

async function readPicture(original: Buffer<ArrayBuffer>, crop: string | undefined) {
  try {
    const picture = sharp(original).autoOrient()
    if (crop !== undefined) {
      const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number)
      picture.extract({ left, top, width, height })
    }
    const { data, info } = await picture.webp().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return { bytes: new Uint8Array(data), type: 'image/webp', size: { width, height } }
  } catch {
    throw new CallError(400, 'The picture cannot be read.', { reason: 'bad_image' })
  }
}

/** `GET /file/{sha256}/{name}`: single ranges (RFC 9110, section 14), ETag and If-None-Match. */
export function download(store: ReferenceStore, sha256: string, request: Headers): Response {
  const file = [...store.files.values()].find((one) => one.sha256 === sha256)
  if (!file) throw notFound()
  const etag = `"${sha256}"`
  const headers = new Headers({
    etag,
    'content-type': file.type,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': file.purpose === 'project' ? 'attachment' : 'inline',
  })
  const tags = (request.get('if-none-match') ?? '').split(/\s*,\s*/)
  if (tags.includes(etag)) return new Response(null, { status: 304, headers })
  const isCurrent = (request.get('if-range') ?? etag) === etag
  const range = isCurrent ? parseRange(request.get('range') ?? '', file.bytes.byteLength) : null
  if (!range) return new Response(file.bytes, { headers })
  headers.set('content-range', `bytes ${range.first}-${range.last}/${file.bytes.byteLength}`)
  return new Response(file.bytes.subarray(range.first, range.last + 1), { status: 206, headers })
}

/** @returns `null` for a header that is not a single byte range: the whole file is sent. */
function parseRange(header: string, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === '' && last === '') return null
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (range.first >= size) {
    throw new CallError(416, 'Not within the file.', { reason: 'invalid_range' })
  }
  return range
}
