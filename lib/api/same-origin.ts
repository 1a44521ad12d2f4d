/**
 * Whether a state-changing request comes from a page of this site: `Sec-Fetch-Site: same-origin`,
 * or, from a browser that does not send it, an `Origin` equal to the site's. With neither: no.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const fetchSite = headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite === 'same-origin'
  return headers.get('origin') === new URL(siteUrl).origin
}
