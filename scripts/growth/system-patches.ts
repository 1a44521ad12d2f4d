import { create, insert, setMessages } from './edit.ts'
import type { Patch } from './patch.ts'

/** Changes of how the site works. */
export const SYSTEM_PATCHES = {
  'cache scope': {
    change: 'A scope of cached answers: the versions of a project',
    goal: 3,
    uses: ['lib/contract/calls/catalogue.ts'],
    edits: {
      'lib/contract/call.ts': insert(['export type CacheScope =', " 'versions' |"]),
      'lib/cache/tags.ts': insert(
        [
          '  catalogue: CATALOGUE_TAG,\n',
          '  versions: (kind: Kind, id: string) => `versions:${kind}:${id}`,\n',
        ],
        ['    tags.recent(kind),\n', '    tags.versions(kind, id),\n'],
        [
          '    switch (scope) {\n',
          "      case 'versions':\n        return [tags.versions(one, id)]\n",
        ],
      ),
      'lib/contract/calls/catalogue.ts': insert([
        '    data: versionsSchema,\n    ...SHOWS_PROJECT,\n',
        "    cache: { scopes: ['versions', 'kind', 'project'] },\n",
      ]),
    },
  },
  'job type': {
    change: 'A job of the queue, with its handler',
    goal: 2,
    edits: {
      'backend/services/statistic/months.ts':
        create(`import type { JobHandler } from '#backend/services/job/runner.ts'

/** Job that sends the figures of a month; the subject is the account. */
export const MONTHS_JOB = 'months' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [MONTHS_JOB]: true
  }
}

export const monthsHandler = (): JobHandler => ({
  run: async () => undefined,
})
`),
      'backend/start-jobs.ts': insert(
        [
          "import { RELEASE_JOB } from './services/release/deliveries.ts'\n",
          "import { MONTHS_JOB, monthsHandler } from './services/statistic/months.ts'\n",
        ],
        [
          "  [AGAIN_JOB]: { runner: 'files', handler: againHandler },\n",
          "  [MONTHS_JOB]: { runner: 'releases', handler: monthsHandler },\n",
        ],
      ),
    },
  },
  'file purpose': {
    change: 'A purpose of uploads: a picture of the author',
    goal: 1,
    edits: {
      'lib/contract/publish.ts': insert([
        "const PURPOSES = ['project', 'cover', 'gallery'",
        ", 'author'",
      ]),
    },
  },
  metric: {
    change: 'A counter of the backend: messages',
    goal: 2,
    edits: {
      'lib/telemetry/metrics.ts': insert([
        'export const METRICS = {\n',
        "  keystrip_messages_total: counter({ help: 'Messages of all results.', of: 'backend' }),\n",
      ]),
      'backend/mail/sender.ts': insert([
        "count('keystrip_mails_total', [result])\n",
        "      count('keystrip_messages_total')\n",
      ]),
    },
    uses: ['backend/mail/sender.ts'],
  },
  setting: {
    change: 'A variable of the web app: an address in the footer',
    goal: 2,
    edits: {
      'lib/env.ts': insert([
        'export const webVariables = {\n',
        "  STATUS_URL: setting(httpUrlSchema.optional(), 'site', 'page with the state of the site'),\n",
      ]),
      'components/layout/footer.tsx': insert(
        ['const { SITE_NAME, SUPPORT_EMAIL, CHAT_URL, APP_NAME', ', STATUS_URL'],
        [
          "          <p>{t('claim', { app: APP_NAME })}</p>\n",
          '          {STATUS_URL && <p>{STATUS_URL}</p>}\n',
        ],
      ),
    },
    uses: ['components/layout/footer.tsx'],
  },
  form: {
    change: 'A form of the account page: ends every session',
    goal: 3,
    uses: ['components/account/session-list.tsx'],
    edits: {
      'lib/form/account.ts': insert([
        'export const ACCOUNT = {\n',
        "  'account-leave': row('leave', { call: 'endSessions', read: () => ({}) }),\n",
      ]),
      'components/account/session-list.tsx': insert([
        '      </ul>\n',
        `      <AccountButton form="leave" returnTo={returnTo} field={['others', '']}>
        {t('leave')}
      </AccountButton>
`,
      ]),
      'messages/*.json': setMessages({ 'account.sessions.leave': 'OK' }),
    },
  },
} as const satisfies Record<string, Patch>
