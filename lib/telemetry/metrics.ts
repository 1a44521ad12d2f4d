/** Upper bounds of the buckets of durations, in seconds. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Common = {
  help: string
  /** The unit at the end of the name; none for counts. */
  unit?: 'seconds' | 'bytes'
  /** Names of its labels. Values come from a fixed set: never an address, an id or text of a visitor. */
  labels: readonly string[]
  /** Which process exports it. */
  of: 'web' | 'backend' | 'both'
}
export type Metric = Common &
  (
    | { kind: 'counter' }
    /** Read when the metrics are collected. */
    | { kind: 'gauge' }
    | { kind: 'histogram'; buckets: readonly number[] }
  )

/** Most have no labels. */
type About = Omit<Common, 'labels'> & Partial<Pick<Common, 'labels'>>
const counter = (about: About) => ({ kind: 'counter', labels: [], ...about }) as const
const gauge = (about: About) => ({ kind: 'gauge', labels: [], ...about }) as const
const seconds = (about: Omit<Common, 'unit'>) =>
  ({ kind: 'histogram', buckets: SECONDS, unit: 'seconds', ...about }) as const

/** Every metric of web app and backend, by its name in Prometheus. */
export const METRICS = {
  keystrip_http_request_seconds: seconds({
    help: 'Requests by route (web app) or call (backend) and class of the status, until the last byte was handed over.',
    labels: ['route', 'method', 'status'],
    of: 'both',
  }),
  keystrip_page_cache_requests_total: counter({
    help: 'Requests for public pages, and answers of the API that may be kept, by route: hit, stale (old page sent while it is rendered), refusal (stored error), miss.',
    labels: ['route', 'result'],
    of: 'web',
  }),
  keystrip_answer_requests_total: counter({
    help: 'Answers of the backend that pages are made of, by call: hit, shared (from CACHE_URL), miss.',
    labels: ['call', 'result'],
    of: 'web',
  }),
  keystrip_page_cache_bytes: gauge({
    help: 'Size of the page cache.',
    unit: 'bytes',
    of: 'web',
  }),
  keystrip_page_cache_entries: gauge({ help: 'Stored responses.', of: 'web' }),
  keystrip_page_render_seconds: seconds({
    help: 'Renders for the page cache, with the wait for a slot, by route and result (entry, refusal, failure, other).',
    labels: ['route', 'result'],
    of: 'web',
  }),
  keystrip_renders: gauge({
    help: 'Renders that run (busy) and that wait for a slot (waiting).',
    labels: ['state'],
    of: 'web',
  }),
  keystrip_backend_call_seconds: seconds({
    help: 'Calls to the backend by result: ok, refused, unavailable, bad_answer, timeout.',
    labels: ['call', 'result'],
    of: 'web',
  }),
  keystrip_change_feed_age_seconds: gauge({
    help: 'Time since the last answer of the change feed; none while it is not followed.',
    unit: 'seconds',
    of: 'web',
  }),
  keystrip_ready: gauge({
    help: '1 while /readyz is 200, else 0.',
    of: 'both',
  }),
  keystrip_subsystem_failing: gauge({
    help: '1 while a subsystem fails, else 0.',
    labels: ['subsystem'],
    of: 'both',
  }),
  keystrip_rate_limited_total: counter({
    help: 'Requests refused by a rate limit, by its name.',
    labels: ['limit'],
    of: 'both',
  }),
  keystrip_proxy_faults_total: counter({
    help: 'Requests of visitors with the address of a proxy, which is not in TRUSTED_PROXIES (not_trusted) or sends no X-Forwarded-For (no_header).',
    labels: ['reason'],
    of: 'web',
  }),
  keystrip_call_refusals_total: counter({
    help: 'Calls answered with an error, by error code of the contract; failed sign-ins are those of logIn.',
    labels: ['call', 'code'],
    of: 'backend',
  }),
  keystrip_sql_statement_seconds: seconds({
    help: 'SQL statements by their first word.',
    labels: ['operation'],
    of: 'backend',
  }),
  keystrip_sql_failures_total: counter({
    help: 'Failed SQL statements by class of SQLSTATE, or connection.',
    labels: ['class'],
    of: 'backend',
  }),
  keystrip_sql_connections: gauge({
    help: 'Connections of the pool: used, idle; and requests that wait for one (waiting).',
    labels: ['state'],
    of: 'backend',
  }),
  keystrip_storage_operation_seconds: seconds({
    help: 'Operations of the storage of files by result: ok, failed.',
    labels: ['operation', 'result'],
    of: 'backend',
  }),
  keystrip_storage_free_bytes: gauge({
    help: 'Free space of the storage of files; none if the storage does not say.',
    unit: 'bytes',
    of: 'backend',
  }),
  keystrip_backup_age_seconds: gauge({
    help: 'Time since the last complete backup; none before the first.',
    unit: 'seconds',
    of: 'backend',
  }),
  keystrip_doctor_age_seconds: gauge({
    help: 'Time since the last run of the doctor on this data folder; none before the first.',
    unit: 'seconds',
    of: 'backend',
  }),
  keystrip_backup_check_age_seconds: gauge({
    help: 'Time since a backup was last tried and found whole; none before the first.',
    unit: 'seconds',
    of: 'backend',
  }),
  keystrip_doctor_problems: gauge({
    help: 'Problems that the last run of the doctor has left, by code; none before the first.',
    labels: ['code'],
    of: 'backend',
  }),
  keystrip_backup_failing: gauge({
    help: 'Whether the last scheduled backup, and the last check of one, failed (1) or not (0); none without a schedule.',
    labels: ['task'],
    of: 'backend',
  }),
  keystrip_backups_total: counter({
    help: 'Scheduled backups, and checks of them, by result: done, failed.',
    labels: ['task', 'result'],
    of: 'backend',
  }),
  keystrip_jobs_queued: gauge({
    help: 'Jobs of the queue, those that run included.',
    of: 'backend',
  }),
  keystrip_jobs_oldest_seconds: gauge({
    help: 'Time since the oldest job that is due and not running became due; 0 without one. Without jobs that make drawings again.',
    unit: 'seconds',
    of: 'backend',
  }),
  keystrip_jobs_total: counter({
    help: 'Attempts of jobs by name and result: done, unfinished (its turn is over), failed, given_up, interrupted, later (put off).',
    labels: ['job', 'result'],
    of: 'backend',
  }),
  keystrip_upload_bytes_total: counter({
    help: 'Bytes of uploads that arrived whole; their number is that of the call upload.',
    unit: 'bytes',
    of: 'backend',
  }),
  keystrip_project_events_total: counter({
    help: 'Counted views, downloads and installations.',
    labels: ['event'],
    of: 'backend',
  }),
  keystrip_mails_total: counter({
    help: 'E-mails by result: sent, failed.',
    labels: ['result'],
    of: 'backend',
  }),
  process_start_time_seconds: gauge({
    help: 'Start of the process, in seconds since the epoch.',
    unit: 'seconds',
    of: 'both',
  }),
  process_resident_memory_bytes: gauge({
    help: 'Resident memory.',
    unit: 'bytes',
    of: 'both',
  }),
  process_open_fds: gauge({
    help: 'Open file descriptors; Linux only.',
    of: 'both',
  }),
  nodejs_heap_used_bytes: gauge({
    help: 'Heap of JavaScript in use.',
    unit: 'bytes',
    of: 'both',
  }),
  nodejs_eventloop_delay_seconds: gauge({
    help: 'Delay of the event loop since the last collection, by quantile.',
    unit: 'seconds',
    labels: ['quantile'],
    of: 'both',
  }),
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS
type NamesOf<Kind extends Metric['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends Kind ? N : never
}[MetricName]
export type CounterName = NamesOf<'counter'>
export type GaugeName = NamesOf<'gauge'>
export type HistogramName = NamesOf<'histogram'>
