import type { backendVariables, providerVariables } from '#backend/config.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { webVariables } from '#lib/env.ts'
import type { commandShape } from './configuration.ts'

/*
 * The environment variables, for docs/configuration.md and .env.example. A variable that a schema reads and
 * this table lacks does not compile.
 */

type Read = keyof typeof webVariables | keyof typeof backendVariables | keyof typeof commandShape
type OfProvider = keyof typeof providerVariables | 'AUTHORIZE_URL'
/** `PROVIDER_` stands for the prefix of each sign-in provider. */
export type VariableName =
  | Exclude<Read, `${Uppercase<Provider>}_${OfProvider}`>
  | `PROVIDER_${OfProvider}`

/** Groups by who needs their variables. */
export const VARIABLE_GROUPS = {
  site: 'Every public site',
  process: 'Other ports, folders and logs',
  storage: 'A database server, a bucket, or backups',
  several: 'Several processes or hosts',
  cache: 'A cache in front',
  limits: 'Other limits',
  providers: 'Sign-in with Google, GitHub or Discord',
  publishing: 'Plugins and publishing from build servers',
  monitoring: 'Metrics and traces',
  tests: 'Tests in a browser',
} as const

/** `default` is given where the schema has none, `example` where there is no default to show the form. */
type Description = readonly [
  group: keyof typeof VARIABLE_GROUPS,
  meaning: string,
  values?: { default?: string; example?: string },
]

export const VARIABLES: Readonly<Record<VariableName, Description>> = {
  SITE_URL: [
    'site',
    'public address of the site; the base of every absolute address, and the only one that scripts run under',
    { default: '`http://localhost:PORT`', example: 'https://icons.example.org' },
  ],
  SITE_NAME: ['site', 'name of the site'],
  APP_NAME: ['site', 'name of the designer application that installs projects'],
  INSTALL_URL_TEMPLATE: [
    'site',
    'address that installs a project; placeholders are percent-encoded',
  ],
  SUPPORT_EMAIL: ['site', 'address for support and reports'],
  CHAT_URL: ['site', 'address of the community chat'],
  FEATURED: [
    'site',
    'addresses of the project pages that the home page shows first, comma-separated; by default [one of each kind](behaviour.md#the-home-page)',
    { example: '/home/iconpack/detail/a1' },
  ],
  IMPRINT_FILE: [
    'site',
    'Markdown file that becomes a page, linked in the footer; `imprint.fr.md` beside `imprint.md` is its French version',
    { example: '/etc/keystrip/imprint.md' },
  ],
  PRIVACY_FILE: [
    'site',
    'the same for the privacy policy',
    { example: '/etc/keystrip/privacy.md' },
  ],
  TERMS_FILE: ['site', 'the same for the terms of use', { example: '/etc/keystrip/terms.md' }],
  SMTP_URL: [
    'site',
    'mail server; user and password are percent-encoded, `@` as `%40`; without it mails are written to `DATA_DIR/mail` as `.eml` files',
    { example: 'smtp://user:password@mail.example.org:587' },
  ],
  MAIL_FROM: [
    'site',
    'sender of mails: an address, or a name and an address',
    { default: '`no-reply@` the host of `SITE_URL`', example: 'Keystrip <no-reply@example.org>' },
  ],
  TRUSTED_PROXIES: [
    'site',
    'addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted, comma-separated',
    { example: '127.0.0.1,10.0.0.0/8' },
  ],
  PORT: ['process', 'port of the web app'],
  HOST: ['process', 'address that the web app listens on'],
  BACKEND_PORT: ['process', 'port of the embedded backend'],
  BACKEND_HOST: ['process', 'address that the embedded backend listens on'],
  DATA_DIR: ['process', 'folder of database, files and generated secrets'],
  DEMO: [
    'process',
    '`1` fills an empty catalogue with demo projects',
    { default: '`1`, with `DATABASE_URL` and in a package `0`' },
  ],
  LOG_LEVEL: [
    'process',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    { default: '`warn`' },
  ],
  DRAIN_SECONDS: [
    'process',
    'how long a stopping process goes on accepting requests while `/readyz` is 503',
  ],
  STOP_SECONDS: ['process', 'how long requests in progress may take after that'],
  DATABASE_URL: [
    'storage',
    'a PostgreSQL server; without it an embedded database in `DATA_DIR`',
    { example: 'postgres://keystrip:password@db/keystrip' },
  ],
  DATABASE_POOL_SIZE: ['storage', 'maximum number of connections to that server'],
  STORAGE_URL: [
    'storage',
    'an S3-compatible storage for files, with `&tls=0` without TLS; without it the folder `files` of `DATA_DIR`',
    { example: 's3://KEY:SECRET@host:9000/bucket/prefix?region=eu-1' },
  ],
  ADOPT_FILES: [
    'storage',
    'for one start: id of files that belong to another database and are to be used with this one; the message of the refused start contains it',
    { example: 'unmarked' },
  ],
  BACKUP_PASSPHRASE: [
    'storage',
    'encrypts and decrypts [backups](operations.md#backups)',
    { example: 'correct horse battery staple' },
  ],
  BACKEND_URL: [
    'several',
    'address of another backend; the embedded one does not start',
    { example: 'https://api.example.org' },
  ],
  INTERNAL_SECRET: [
    'several',
    'shared by web app and backend; only with it the backend trusts the forwarded address of a client',
    { default: 'generated; `openssl rand -hex 32` makes one' },
  ],
  SESSION_SECRET: [
    'several',
    'seals the session cookie: at least 32 characters of printable ASCII; for rotation several, newest first, comma-separated',
    { default: 'generated; `openssl rand -hex 32` makes one' },
  ],
  CACHE_URL: [
    'several',
    'a Redis or Valkey server for rate limits, pages and answers of all processes, also `rediss://`; without it [each process has its own](decisions/0085-share-limits-pages-and-answers-through-redis.md)',
    { example: 'redis://user:password@host:6379/0?prefix=keystrip' },
  ],
  WEB_PEERS: [
    'several',
    'addresses of the other web processes, comma-separated; notified of changes if a foreign backend has no `GET /index/changes`',
    { example: 'http://10.0.0.2:3000' },
  ],
  DATABASE_ALONE: [
    'several',
    'set by `npm start` for its backend, which no other backend shares the database with',
  ],
  REVALIDATE_SECONDS: [
    'cache',
    'maximum age of cached pages and answers in seconds; changes made through the site show at once',
  ],
  SURROGATE_KEYS: ['cache', '`1` adds `Surrogate-Key` and `Cache-Tag` to pages'],
  PURGE_URLS: [
    'cache',
    'addresses of caches, comma-separated, that are sent [`PURGE`](deploy.md#purges) with the tags of what changed; pages then name their tags',
    { example: 'http://127.0.0.1:6082/' },
  ],
  UPLOAD_MAX_MB: ['limits', 'maximum size of a project file in MB'],
  ACCOUNT_QUOTA_MB: ['limits', 'quota of all files of an account in MB'],
  PICTURE_CACHE_MB: [
    'limits',
    'quota of scaled pictures in MB; the least recently used are removed',
  ],
  VARIANT_CACHE_MB: [
    'limits',
    'quota of icon packs in other colours in MB; the least recently used are removed',
  ],
  FORMATS: [
    'limits',
    '[formats of project files](formats.md#what-may-be-uploaded) that are accepted, comma-separated',
    { default: 'all', example: 'keystrip,folder' },
  ],
  RATE_FACTOR: ['limits', 'multiplies the [rate limits](security.md) of a network'],
  TOKEN_SECONDS: ['limits', 'lifetime in seconds of a session token of the embedded backend'],
  PROVIDER_CLIENT_ID: [
    'providers',
    'id of this site at the provider; the redirect address is `SITE_URL/github-callback` and so on',
    { example: 'Iv1.0123456789abcdef' },
  ],
  PROVIDER_CLIENT_SECRET: [
    'providers',
    'secret that belongs to it',
    { example: 'kept in a file, see above' },
  ],
  PROVIDER_AUTHORIZE_URL: [
    'providers',
    'page where visitors sign in; this address and the next three are for tests and enterprise servers',
    { default: 'the provider’s own' },
  ],
  PROVIDER_TOKEN_URL: [
    'providers',
    'endpoint that issues tokens',
    { default: 'the provider’s own' },
  ],
  PROVIDER_USER_URL: [
    'providers',
    'endpoint that describes the user',
    { default: 'the provider’s own' },
  ],
  PROVIDER_ISSUER_URL: [
    'providers',
    'issuer of identity tokens',
    { default: 'the provider’s own' },
  ],
  GITHUB_API_URL: ['publishing', 'API of GitHub, for plugins'],
  GITHUB_API_TOKEN: ['publishing', 'raises GitHub’s rate limit', { example: 'ghp_…' }],
  OIDC_ISSUERS: [
    'publishing',
    'issuers of identity tokens besides GitHub Actions and GitLab.com, [as JSON](publishing.md#for-operators)',
    { example: '[{"url":"https://git.example.org","claims":"forgejo"}]' },
  ],
  METRICS_PORT: [
    'monitoring',
    'port that serves `/metrics` of the web app [to Prometheus](operations.md#metrics), without a token',
    { example: '9464' },
  ],
  BACKEND_METRICS_PORT: ['monitoring', 'the same for the backend', { example: '9465' }],
  METRICS_HOST: ['monitoring', 'address of these ports'],
  METRICS_TOKEN: [
    'monitoring',
    'serves `/metrics` on the normal ports with this bearer token of at least 16 characters',
    { example: '0b4f…, from openssl rand -hex 32' },
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'monitoring',
    'receiver of [traces](operations.md#traces), OTLP over HTTP; the other `OTEL_EXPORTER_OTLP_*` variables are read too',
    { example: 'http://collector:4318' },
  ],
  OTEL_SERVICE_NAME: [
    'monitoring',
    'name of the process in traces',
    { default: '`keystrip-web`, `keystrip-backend`' },
  ],
  OTEL_TRACES_SAMPLER: ['monitoring', 'which traces are kept'],
  OTEL_TRACES_SAMPLER_ARG: [
    'monitoring',
    'share that the samplers named `…traceidratio` keep, from 0 to 1',
  ],
  CHROMIUM_PATH: [
    'tests',
    'a Chromium for tests and screenshots',
    { example: '/usr/bin/chromium' },
  ],
}
