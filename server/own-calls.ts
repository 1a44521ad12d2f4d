/**
 * The handlers of the web app below `/api/`, besides the calls of the contract, with the methods that each takes; `*` is one segment.
 * The framework would answer others without the envelope and without `Allow`.
 */
export const OWN_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/api/account/*': ['POST'],
  '/api/admin/*': ['POST'],
  '/api/cache': ['GET', 'HEAD', 'POST'],
  '/api/form/former': ['POST'],
  '/api/form/*': ['POST'],
  '/api/figures': ['GET', 'HEAD'],
  '/api/needs-scripts': ['POST'],
  '/api/overview-card': ['GET', 'HEAD'],
  '/api/preview': ['POST'],
  '/api/project/*': ['POST'],
  '/api/publish/*/*': ['POST'],
  '/api/revalidate': ['POST'],
  '/api/session': ['GET', 'HEAD'],
  '/api/session/corner.css': ['GET', 'HEAD'],
  '/api/session/end': ['POST'],
  '/api/session/renew': ['GET', 'HEAD'],
  '/api/session/*': ['POST'],
  '/api/session/*/return': ['GET', 'HEAD'],
  '/api/suggestions': ['GET', 'HEAD'],
}

const PATTERNS = Object.entries(OWN_CALLS).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]+')}/?$`),
  methods,
}))

/** The methods of a decoded path, with `OPTIONS`; none where no handler is. A fixed path comes before one with a segment of any name. */
export function ownMethodsOf(path: string): string[] {
  const found = PATTERNS.find(({ pattern }) => pattern.test(path))
  return found ? [...found.methods, 'OPTIONS'] : []
}
