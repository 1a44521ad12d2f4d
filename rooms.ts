/*
 * Who may import whom. A room is a folder, or a file where the name ends in `.ts`; a file in a room
 * may import its own room and the rooms in its row. Lint enforces the table (oxlint.config.ts).
 */

type Rooms = Readonly<Record<string, readonly string[]>>

/** Modules that web app and backend share. */
const SHARED = [
  'lib/contract',
  'lib/redis',
  'lib/limits',
  'lib/log',
  'lib/telemetry',
  'lib/worker',
  'lib/fonts.ts',
  'lib/strip',
  'lib/text',
  'lib/accept.ts',
  'lib/http-address.ts',
  'lib/variables.ts',
  'lib/version.ts',
  // Mails lead to pages.
  'lib/paths.ts',
]

/** Modules that most rooms of the web app may use. */
const WEB = ['lib/contract', 'lib/config.ts', 'lib/paths.ts']
const WEB_SERVER = [
  ...WEB,
  'lib/accept.ts',
  'lib/env.ts',
  'lib/http-address.ts',
  'lib/process-state.ts',
  'lib/redis',
  'lib/limits',
  'lib/log',
  'lib/telemetry',
  'lib/version.ts',
]

/** A feature imports no sibling but these, what signed-in pages share, and drawings of the strip: `app` composes them. */
const FEATURE = [...WEB, 'lib/browser', 'lib/i18n', 'components/ui', 'components/setup']

const WEB_ROOMS: Rooms = {
  'lib/config.ts': [],
  'lib/version.ts': [],
  'lib/process-state.ts': [],
  'lib/contract': [],
  'lib/worker': ['lib/limits/payer.ts', 'lib/limits/turns.ts'],
  // The fonts of drawn text: share cards and covers.
  'lib/fonts.ts': [],
  // What a drawn key shows.
  'lib/strip': ['lib/contract'],
  // Plain text of Markdown, names of files, names of licences.
  'lib/text': [],
  'lib/log': [],
  // Why the backend refused a call, by the names that forms have messages for.
  'lib/refusal.ts': [],
  // What is measured and traced, in web app and backend.
  'lib/telemetry': ['lib/process-state.ts', 'lib/log', 'lib/variables.ts'],
  'lib/redis': [],
  'lib/limits': ['lib/contract', 'lib/redis', 'lib/telemetry'],
  'lib/http-address.ts': [],
  'lib/variables.ts': ['lib/contract', 'lib/redis/address.ts', 'lib/http-address.ts'],
  'lib/accept.ts': ['lib/contract'],
  'lib/env.ts': [
    'lib/contract',
    'lib/config.ts',
    'lib/http-address.ts',
    'lib/process-state.ts',
    'lib/variables.ts',
  ],
  'lib/paths.ts': ['lib/contract'],
  'lib/i18n': [...WEB, 'lib/accept.ts', 'messages'],
  'lib/browser': WEB,
  'lib/theme': ['lib/browser'],
  'lib/api': [...WEB_SERVER, 'lib/cache/tag-headers.ts', 'server/next/digest.ts'],
  'lib/session': [...WEB_SERVER, 'lib/api'],
  // Signing in and out, and the account of a request.
  'lib/sign-in': [...WEB_SERVER, 'lib/i18n', 'lib/api', 'lib/session', 'lib/refusal.ts'],
  // The forms of the signed-in area: fields, states and outcomes.
  'lib/account': [...WEB, 'lib/refusal.ts'],
  'lib/programs': [...WEB, 'lib/refusal.ts'],
  'lib/own-projects': [...WEB, 'lib/refusal.ts'],
  'lib/cache': WEB_SERVER,
  'lib/catalogue': [...WEB_SERVER, 'lib/browser', 'lib/api', 'lib/cache'],
  'lib/creator': [...WEB, 'lib/browser', 'lib/api'],
  // Publishing by plain forms: the session, and the fields of the creator's form.
  'lib/publish-form': [
    ...WEB_SERVER,
    'lib/i18n',
    'lib/api',
    'lib/session',
    'lib/sign-in',
    'lib/creator',
  ],
  // Administrators and moderators: their forms.
  'lib/admin': [
    ...WEB_SERVER,
    'lib/i18n',
    'lib/api',
    'lib/cache',
    'lib/session',
    'lib/refusal.ts',
    'lib/catalogue',
    'lib/markdown',
  ],
  'lib/installed': [...WEB_SERVER, 'lib/api', 'lib/refusal.ts'],
  // Reports of visitors.
  'lib/report': [...WEB_SERVER, 'lib/i18n', 'lib/api', 'lib/session', 'lib/refusal.ts'],
  // The forms that the site posts, and what becomes of them.
  'lib/form': [
    ...WEB_SERVER,
    'lib/i18n',
    'lib/api',
    'lib/session',
    'lib/refusal.ts',
    'lib/sign-in',
    'lib/account',
    'lib/programs',
    'lib/own-projects',
    'lib/cache/followers.ts',
    'lib/catalogue',
    'lib/markdown',
    'lib/admin',
  ],
  'lib/markdown': [...WEB_SERVER, 'lib/worker', 'lib/cache/state.ts', 'lib/text/readme-source.ts'],
  'lib/project': [...WEB, 'lib/browser', 'lib/api', 'lib/text'],
  'lib/search': [...WEB, 'lib/browser', 'lib/api', 'lib/catalogue/cached-call.ts'],
  'lib/seo': [...WEB_SERVER, 'lib/i18n', 'lib/markdown/summary.ts'],
  'lib/share': [...WEB, 'lib/fonts.ts', 'lib/api', 'lib/seo/card.ts'],
  // Primitives: they know no project and call no translation.
  'components/ui': ['lib/browser', 'lib/i18n/path.ts', 'lib/paths.ts', 'lib/markdown/labels.ts'],
  'components/setup': FEATURE,
  'components/layout': [...FEATURE, 'lib/env.ts', 'lib/theme', 'lib/cache/fragments.ts'],
  'components/catalogue': [...FEATURE, 'lib/catalogue', 'lib/cache/fragments.ts'],
  // The device's strip, wherever it is shown.
  'components/strip': [...FEATURE, 'lib/strip'],
  // The strip that a visitor builds from single icons.
  'components/built': [...FEATURE, 'components/strip'],
  'components/project': [
    ...FEATURE,
    'components/strip',
    'lib/project',
    'lib/markdown/server.ts',
    'lib/text/file-name.ts',
  ],
  'components/search': [...FEATURE, 'lib/search'],
  'components/share': [...FEATURE, 'lib/fonts.ts', 'lib/share', 'lib/text/phrases.ts'],
  // What pages of the signed-in area share: messages, outcomes, buttons.
  'components/signed-in': [...FEATURE, 'lib/account/account-outcome.ts', 'lib/form/table.ts'],
  'components/sign-in': [...FEATURE, 'lib/sign-in/enter-form.ts', 'lib/form/table.ts'],
  'components/account': [
    ...FEATURE,
    'components/signed-in',
    'lib/account',
    'lib/form/table.ts',
    'lib/creator/draft-store-client.ts',
  ],
  // Tokens, workflows and releases.
  'components/programs': [
    ...FEATURE,
    'components/signed-in',
    'lib/account/account-outcome.ts',
    'lib/programs',
    'lib/refusal.ts',
    'lib/form/table.ts',
  ],
  'components/admin': [...FEATURE, 'lib/admin', 'lib/form/table.ts'],
  'components/report': [...FEATURE, 'lib/report', 'lib/form/table.ts'],
  // What a visitor has installed, and what is newer.
  'components/installed': [...FEATURE, 'lib/installed'],
  'components/creator': [
    ...FEATURE,
    'components/signed-in',
    'lib/creator',
    'lib/own-projects',
    'lib/text/opening.ts',
    'lib/text/spdx.ts',
    'lib/markdown/result.ts',
    'lib/form/table.ts',
  ],
  // Scripts of their own, beside the framework's.
  islands: [
    'lib/browser',
    'lib/paths.ts',
    'lib/search/pieces.ts',
    'lib/search/suggestion.ts',
    'components/setup/setup.ts',
    'components/project/icon-matches.ts',
  ],
  app: [
    'lib',
    'components',
    'messages',
    'islands/head-script.ts',
    'islands/turn-strips.ts',
    'server/next/build.ts',
  ],
  'middleware.ts': [
    'lib/i18n',
    'lib/paths.ts',
    'lib/sign-in/guard.ts',
    'lib/catalogue/rewrite.ts',
    'server/next/rewrite.ts',
  ],
  server: [
    ...WEB_SERVER,
    'lib/cache',
    'lib/api/forward.ts',
    'lib/api/refuse.ts',
    'lib/api/same-origin.ts',
    'lib/session/cookie-name.ts',
    'lib/catalogue/version-query.ts',
    'lib/catalogue/view.ts',
    'lib/theme/noscript-style.ts',
    'lib/variables.ts',
    'server/next',
  ],
  // All that Next does not promise (docs/next.md). No other room imports `next/dist`.
  'server/next': [
    ...WEB,
    'lib/process-state.ts',
    'lib/cache',
    'lib/browser/browsers.ts',
    'lib/browser/load-script.ts',
    'lib/browser/page-events.ts',
  ],
  'server/next/build.ts': [],
  'server/next/digest.ts': [],
  'server/next/rewrite.ts': [],
}

/** The backend, lowest room first: a room may import those before it. */
const BACKEND_ROOMS = inOrder(SHARED, [
  'covers',
  'backend/errors.ts',
  'backend/streamed.ts',
  'backend/token.ts',
  'backend/caller.ts',
  'backend/text',
  'backend/db',
  'backend/report-failure.ts',
  'backend/storage',
  'backend/mail',
  'backend/stop.ts',
  'backend/services/need',
  'backend/services/change',
  'backend/services/idempotency',
  'backend/services/limit',
  'backend/parts.ts',
  'backend/services/provider',
  'backend/services/job',
  'backend/services/device',
  'backend/services/session',
  'backend/services/access-token',
  'backend/services/audit',
  'backend/services/role',
  'backend/services/setting',
  'backend/services/project-log',
  'backend/services/kept-form',
  'backend/services/fitting',
  'backend/services/search-index',
  'backend/services/name',
  'backend/services/statistic',
  'backend/services/container',
  'backend/services/picture',
  'backend/services/file',
  'backend/services/icon',
  'backend/services/drawing',
  'backend/services/strip',
  'backend/services/project',
  'backend/services/update',
  'backend/services/compare',
  'backend/services/hidden',
  'backend/services/upload',
  'backend/services/cover',
  'backend/services/recolour',
  'backend/services/pack-export',
  'backend/services/built',
  'backend/services/account',
  'backend/services/plugin',
  'backend/services/release',
  'backend/services/publisher',
  'backend/services/operator',
  'backend/services/report',
  'backend/services/moderation',
  'backend/services/backup',
  // No service imports it.
  'backend/services/search',
  'backend/worker',
  'backend/dependencies.ts',
  'backend/start-jobs.ts',
  'backend/config.ts',
  'backend/http',
  'backend/routes',
  'backend/app.ts',
  'backend/observe.ts',
  'demo',
  'backend/main.ts',
  'backend/start.ts',
])

/** Where two rows match a file, the later one holds. */
export const ROOMS: Rooms = {
  backend: SHARED,
  ...WEB_ROOMS,
  ...BACKEND_ROOMS,
  // HTTP code knows no services; routes connect the two.
  'backend/http': [
    ...SHARED,
    'backend/errors.ts',
    'backend/streamed.ts',
    'backend/caller.ts',
    'backend/report-failure.ts',
    'backend/db',
    'backend/dependencies.ts',
  ],
  // Draws icons and keys as SVG; depends on no backend and no demo content.
  covers: SHARED,
  // The command line: the checks of the backend without its server, on the same contract.
  cli: [
    'lib/contract',
    'lib/limits/read-bounded.ts',
    'lib/i18n/format.ts',
    'lib/paths.ts',
    'lib/text/file-name.ts',
    'lib/text/spdx.ts',
    'lib/version.ts',
    'messages',
    'backend/text/bounded-json.ts',
    'backend/storage',
    'backend/services/container',
    'backend/services/drawing/convert.ts',
    'backend/services/drawing/raster.ts',
    'backend/services/plugin/read-package.ts',
  ],
  scripts: [
    'lib/contract',
    'lib/env.ts',
    'lib/http-address.ts',
    'lib/variables.ts',
    'lib/version.ts',
    'lib/browser/browsers.ts',
    'server/next/build.ts',
    'backend/config.ts',
    'backend/stop.ts',
    'backend/storage',
    'backend/services/search-index/emoji-names.ts',
    'cli/package',
    'demo',
  ],
  // Copies of all rows and files: backups, moves and upgrades.
  'scripts/transfer': [
    'scripts',
    'lib/limits/read-bounded.ts',
    'lib/variables.ts',
    'backend/config.ts',
    'backend/db/migration-files.ts',
    'backend/errors.ts',
    'backend/storage',
    'backend/services/file/known-keys.ts',
  ],
  // Written from the OpenAPI document alone, like a backend of another author.
  'tests/support/reference-backend': [],
}

function inOrder(base: readonly string[], rooms: readonly string[]): Rooms {
  return Object.fromEntries(rooms.map((room, at) => [room, [...base, ...rooms.slice(0, at)]]))
}
