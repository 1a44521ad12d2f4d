import { createHash, createHmac } from 'node:crypto'

/*
 * The storage's side of AWS Signature Version 4, for one key.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** How far the clocks of client and storage may differ, and the longest validity of an address, in s. */
const SKEW_S = 15 * 60
const VALID_MAX_S = 7 * 24 * 3600

export type SignedRequest = {
  method: string
  /** Path and query as sent. */
  target: string
  headers: Record<string, string | string[] | undefined>
  body: Uint8Array
}
export type Key = { accessKeyId: string; secretAccessKey: string; region: string }

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Percent-encoding of everything but A-Z a-z 0-9 - _ . ~ */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The time of `20130524T000000Z` in s since the epoch. */
function parseTime(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1).map(Number)
  const [year = NaN, month = NaN, day, hour, minute, second] = parts ?? []
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** @returns the code of the refusal, or nothing for a request that the holder of the key has signed for now. */
export function refusalOf(request: SignedRequest, key: Key, now: Date): string | undefined {
  const [path = '', search = ''] = request.target.split('?', 2)
  const query = new URLSearchParams(search)
  const claims = query.has('X-Amz-Signature') ? fromQuery(query) : fromHeaders(request)
  if (!claims) return 'AccessDenied'
  const { credential, signedHeaders, signature, date, validS } = claims
  const [accessKeyId, day = '', ...scope] = credential.split('/')
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  const isScoped = scope.join('/') === `${key.region}/s3/aws4_request` && day === date.slice(0, 8)
  if (!isScoped) return 'AuthorizationQueryParametersError'
  const ageS = now.getTime() / 1000 - parseTime(date)
  if (validS === undefined ? !(Math.abs(ageS) <= SKEW_S) : !(ageS >= -SKEW_S)) {
    return 'RequestTimeTooSkewed'
  }
  if (validS !== undefined && !(validS > 0 && validS <= VALID_MAX_S && ageS <= validS)) {
    return 'AccessDenied'
  }
  // What the storage acts upon must be signed.
  const names = signedHeaders.split(';')
  const needed = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))
  if (['host', ...needed].some((name) => !names.includes(name))) return 'AccessDenied'
  const payload = claims.payload ?? 'UNSIGNED-PAYLOAD'
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(request.body)) {
    return 'XAmzContentSHA256Mismatch'
  }

  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    parameters.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const [region = '', service = '', end = ''] = scope
  const signing = [day, region, service, end].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  )
  const text = [ALGORITHM, date, [day, ...scope].join('/'), sha256(canonical)].join('\n')
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

type Claims = {
  credential: string
  signedHeaders: string
  signature: string
  date: string
  /** Of an address, in s. */
  validS?: number
  /** Hash of the body; nothing for an address. */
  payload?: string
}

function fromQuery(query: URLSearchParams): Claims | undefined {
  const only = (name: string) => {
    const values = query.getAll(`X-Amz-${name}`)
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  if (only('Algorithm') !== ALGORITHM) return undefined
  return {
    credential: only('Credential'),
    signedHeaders: only('SignedHeaders'),
    signature: only('Signature'),
    date: only('Date'),
    validS: Number(only('Expires') || NaN),
  }
}

function fromHeaders({ headers }: SignedRequest): Claims | undefined {
  const form = /^(\S+) Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([\da-f]{64})$/
  const [, algorithm, credential = '', signedHeaders = '', signature = ''] =
    form.exec(headers['authorization']?.toString() ?? '') ?? []
  if (algorithm !== ALGORITHM) return undefined
  const date = String(headers['x-amz-date'])
  return {
    credential,
    signedHeaders,
    signature,
    date,
    payload: String(headers['x-amz-content-sha256']),
  }
}
