/** Whether `If-None-Match` matches the entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const listed = (ifNoneMatch ?? '').split(',').map(plain)
  return listed.includes(plain(etag)) || listed.includes('*')
}
