import type { Project } from '#lib/contract/project.ts'

type Install = Pick<Project, 'kind' | 'id'> & {
  /** Absolute address of the file to install. */
  url: string
}

/**
 * The address that makes the designer application install a project: `{kind}`, `{id}` and `{url}`
 * of the template are filled in, percent-encoded as one component each (RFC 3986, section 2.1).
 * A value is never read as a template again.
 */
export function installLink(template: string, install: Install): string {
  const values = new Map(Object.entries({ kind: install.kind, id: install.id, url: install.url }))
  return template.replaceAll(/\{(kind|id|url)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
}
