/**
 * Whether a state-changing request comes from a page of this site: `Sec-Fetch-Site: same-origin`,
 * or, in browsers without that header, an `Origin` equal to the site's. False with neither.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const fetchSite = headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite === 'same-origin'
  return headers.get('origin') === new URL(siteUrl).origin
}
