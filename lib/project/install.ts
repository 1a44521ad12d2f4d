import type { Project } from '#lib/contract/project.ts'

type Install = Pick<Project, 'kind' | 'id'> & {
  /** Absolute address of the file to install. */
  url: string
}

/**
 * Address that installs a project in the designer application: `{kind}`, `{id}` and `{url}` of the
 * template are replaced, percent-encoded as one component each (RFC 3986, section 2.1). Values are
 * never expanded again.
 */
export function installLink(template: string, install: Install): string {
  const values = new Map(Object.entries({ kind: install.kind, id: install.id, url: install.url }))
  return template.replaceAll(/\{(kind|id|url)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
}
