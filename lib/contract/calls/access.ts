/*
 * What calls have in common that the same callers may make, or that do the same to a project.
 */

/** Reads an own project, also with an access token of it. */
export const READS_PROJECT = { access: 'account', scope: 'read', concerns: 'params' } as const

/** Reads what else the account has, also with an access token that is not of one project. */
export const READS_ACCOUNT = { access: 'account', scope: 'read', concerns: 'account' } as const

/** Works on uploaded files before they are published. */
export const WORKS_ON_UPLOADS = { access: 'account', scope: 'publish', concerns: 'files' } as const

/** Changes a project at the revision that its caller has seen. */
export const CHANGES_PROJECT = {
  access: 'account',
  quota: 'writesByAccount',
  conditional: true,
  revalidates: 'project',
} as const

/** Serves what belongs to a file: to its owner alone until it is published. */
export const SERVES_UPLOADS = { access: 'public', ownUploads: true, limit: 'pictures' } as const

/** Serves the bytes of a file that is made on the first request. */
export const SERVES_MADE_FILE = {
  mediaType: 'application/octet-stream',
  ranges: true,
  access: 'public',
  limit: 'made',
} as const

/** Reads what the page of a project shows. */
export const SHOWS_PROJECT = {
  access: 'public',
  cache: { scopes: ['kind', 'project'] },
} as const
