/** How somebody came back from GitHub. */
export const PROOFS = ['proved', 'unproved', 'failed'] as const

/** Leads to GitHub, to show there that one may push to a repository; the way back leads here. */
export function leaveToProve(repository: string, locale: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/api/session/github'
  const redirect = location.pathname + location.search
  for (const [name, value] of Object.entries({ repository, locale, redirect })) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

/** How that ended, if one has just come back; told once. */
export function takeProof(): (typeof PROOFS)[number] | null {
  const url = new URL(location.href)
  const proof = PROOFS.find((one) => one === url.searchParams.get('proof'))
  if (!proof) return null
  url.searchParams.delete('proof')
  history.replaceState(history.state, '', url)
  return proof
}
