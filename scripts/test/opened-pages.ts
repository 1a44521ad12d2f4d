import { globSync, readFileSync } from 'node:fs'

/*
 * Which file of browser tests opens which entries of `app`, or sends a form to them: those whose addresses it names. An entry is written as its
 * address below the language, such as `home/[kind]/detail/[id]`.
 */

/** The address of an entry below the language. */
export const addressOf = (entry: string) =>
  entry.replace(/^app\/(?:\[locale\]\/)?|\([^)]*\)\/|\/(?:page|route)\.tsx?$/g, '')

/** The pages and routes of the site, by their files. */
export const ENTRIES = globSync('app/{**,.well-known/**}/{page.tsx,route.{ts,tsx}}')

/** A kind as tests write it; an expression in a template stands as `*`. */
const KIND = String.raw`(?:icon(?:pack)?|plugin|profile|flexpage|\*)`
const SEGMENT = '[^/\\s\'"`?#,)]+'
const SEGMENTS = '[^\\s\'"`?#,)]+'

/** What names an address. Those that take whatever no other entry does are in the table below. */
function patternOf(address: string): RegExp | undefined {
  if (address.endsWith('[...rest]')) return undefined
  const text = address
    .replaceAll('.', String.raw`\.`)
    .replaceAll('[kind]', KIND)
    // Without a name an address leads to that of the visitor.
    .replace(/\/\[name\]$/, '(?:/[name])?')
    .replace(/(upload|edit)(icon|plugin|profile|flexpage)$/, String.raw`$1(?:$2|\*)`)
    .replaceAll(/\[[^\]]*\]/g, (name) => (name.startsWith('[...') ? SEGMENTS : SEGMENT))
  // A word alone may be anything.
  const before = address.includes('/') ? String.raw`(?<![\w-])` : '/'
  return new RegExp(String.raw`${before}${text}(?![\w/*-])`)
}

/** The addresses of entries that a file of browser tests opens. */
function openedBy(spec: string): string[] {
  const text = readFileSync(`tests/e2e/${spec}`, 'utf8')
    .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*')
    .replaceAll(String.raw`\/`, '/')
  return ENTRIES.map(addressOf).filter(
    (address) =>
      OPENED_OTHERWISE[address]?.includes(spec.replace('.spec.ts', '')) === true ||
      patternOf(address)?.test(text) === true,
  )
}

/** Files of browser tests, without their ending, for entries that they reach by links, forms or lists of addresses. */
export const OPENED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  '[...rest]': ['accessibility', 'narrow', 'statuses'],
  'admin/accounts/[name]': ['admin-reports'],
  'admin/invitation': ['admin'],
  'admin/reports/[number]': ['admin-reports'],
  'api/[...rest]': ['statuses'],
  'api/form/[form]': [
    'account-email',
    'admin',
    'admin-held',
    'admin-projects',
    'admin-reports',
    'admin-settings',
    'admin-setup',
    'compare',
    'publish-hidden',
    'publish-own',
    'publish-unfinished',
  ],
  // Integration tests post the forms of 0.2.0.
  'api/form/former': ['account-forms'],
  'api/needs-scripts': ['account-forms', 'corner'],
  'api/preview': ['publish'],
  'api/publish/[locale]/[kind]': ['publish-early', 'publish-form', 'publish-names', 'publish-way'],
  'api/session/[provider]': ['providers'],
  'api/session/[provider]/return': ['providers'],
  'api/session/corner.css': ['loading', 'picture', 'publish-trusted', 'style-sheets'],
  'api/session/renew': ['session-end', 'token'],
  'cards/[locale]/[...path]': ['operator', 'publish-pictures'],
  'feeds/[locale]/[...path]': ['developers', 'found', 'publish-pictures'],
  'google-callback': ['addresses'],
  'home/[kind]/detail/[id]': ['detail', 'first-view', 'kept-lists', 'search', 'visit'],
  'home/[kind]/detail/[id]/version/[version]': ['version-address'],
  'home/[kind]/view/[view]': ['found', 'kept-lists', 'narrow', 'visit'],
  'home/about/[page]': ['admin-settings'],
  'home/author/[name]': ['hostile-text', 'publish-author', 'publish-plugin'],
  'home/author/[name]/[kind]': ['found', 'privacy'],
  'home/developers': ['developers', 'found'],
  'home/developers/account': ['developers', 'narrow'],
  'home/publish': ['automation'],
  'home/publish/[kind]': ['automation', 'policy'],
  'home/publish/automation': ['automation', 'developers'],
  'home/report': ['admin-reports'],
  'home/user/account/[name]': ['access-tokens'],
  'home/user/delete/draft/[id]': ['publish-drafts-kept'],
  'home/user/editflexpage': ['publish'],
  'home/user/editicon': ['publish-edit', 'publish-waits', 'publish-yanked'],
  'home/user/name': ['account-forms', 'providers', 'publish-plugin'],
  'home/user/notes/[kind]/[id]/[version]': ['compare'],
  'home/user/preview/[id]': ['publish-preview'],
  'home/user/published/[kind]/[id]': [
    'publish-drafts',
    'publish-form',
    'publish-packages',
    'publish-way',
    'same-title',
  ],
  'home/user/publishers': ['publish-trusted'],
  'home/user/reports': ['admin-reports'],
  'home/user/uploadflexpage': ['publish-way'],
  'home/user/withdraw/[kind]/[id]/[version]': ['publish-needs', 'publish-status'],
  'needs-scripts': ['account-forms', 'corner'],
  'opensearch.xml': ['found'],
  'status/[code]': ['faults'],
}

/** The addresses that each file of browser tests opens. */
export const OPENED: ReadonlyMap<string, readonly string[]> = new Map(
  globSync('*.spec.ts', { cwd: 'tests/e2e' }).map((spec) => [spec, openedBy(spec)]),
)

/** Files of browser tests for what no entry of `app` imports, by the beginning of its path. */
export const SPECS_OF_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'islands/': [
    'corner.spec.ts',
    'islands.spec.ts',
    'search-box.spec.ts',
    'setup.spec.ts',
    'strip.spec.ts',
    'try.spec.ts',
    'visit.spec.ts',
  ],
  'app/manifest.ts': ['statuses.spec.ts'],
  'app/print.css': ['eye.spec.ts'],
  'app/robots.ts': ['found.spec.ts'],
  'middleware.ts': [
    'addresses.spec.ts',
    'guard.spec.ts',
    'language.spec.ts',
    'statuses.spec.ts',
    'version-address.spec.ts',
  ],
  'server/': [
    'addresses.spec.ts',
    'budget.spec.ts',
    'faults.spec.ts',
    'fresh.spec.ts',
    'guard.spec.ts',
    'next.spec.ts',
    'policy.spec.ts',
    'races.spec.ts',
    'statuses.spec.ts',
  ],
  'next.config.mjs': ['budget.spec.ts', 'home.spec.ts', 'next.spec.ts', 'policy.spec.ts'],
  'tailwind.config.ts': ['eye.spec.ts', 'first-view.spec.ts', 'narrow.spec.ts', 'wcag.spec.ts'],
}
