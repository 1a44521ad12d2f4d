import { endpoints } from '#lib/paths.ts'

/** Leaves for GitHub to prove push permission to a repository. GitHub's answer leads back here. */
export function leaveToProve(repository: string, locale: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = endpoints.signInBy('github')
  const redirect = location.pathname + location.search
  for (const [name, value] of Object.entries({ repository, locale, redirect })) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

/** Takes the result of a proof out of the address, so that it is shown once. @returns whether there was one. */
export function takeProof(): boolean {
  const url = new URL(location.href)
  if (!url.searchParams.has('proof')) return false
  url.searchParams.delete('proof')
  history.replaceState(history.state, '', url)
  return true
}
