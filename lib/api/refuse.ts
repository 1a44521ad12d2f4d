const MESSAGES: Record<number, string> = {
  400: 'The question cannot be read.',
  401: 'Please sign in.',
  403: 'This call is only answered to pages of this site.',
  404: 'There is no such call.',
  405: 'This call knows another method.',
  413: 'The body is too large.',
  415: 'The body is of another type than this call takes.',
  429: 'Too many requests. Try again in a moment.',
  502: 'The backend gave an answer that cannot be used.',
  503: 'The backend cannot be reached.',
  504: 'The backend did not answer in time.',
}

type Said = { message?: string; reason?: string | undefined }

/**
 * An answer in the envelope that the web app gives by itself; `code` equals the HTTP status.
 * @param said what the backend said, where it said something.
 */
export function refuse(code: number, { message = '', reason }: Said = {}): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (code === 503) headers.set('retry-after', '5')
  return Response.json(
    { code, message: message || (MESSAGES[code] ?? ''), data: null, ...(reason && { reason }) },
    { status: code, headers },
  )
}
