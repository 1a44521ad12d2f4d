const MESSAGES: Record<number, string> = {
  400: 'The question cannot be read.',
  403: 'This call is only answered to pages of this site.',
  404: 'There is no such call.',
  405: 'This call knows another method.',
  415: 'The body must be JSON.',
  501: 'This call is not available yet.',
  502: 'The backend gave an answer that cannot be used.',
  503: 'The backend cannot be reached.',
  504: 'The backend did not answer in time.',
}

/** An answer in the envelope that the web app gives by itself; `code` equals the HTTP status. */
export function refuse(code: number): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (code === 503) headers.set('retry-after', '5')
  return Response.json(
    { code, message: MESSAGES[code] ?? '', data: null },
    { status: code, headers },
  )
}
