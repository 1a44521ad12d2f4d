import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { When } from '#components/ui/when.tsx'
import type { System } from '#lib/contract/admin/system.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { AdminForm, Submit } from './form.tsx'

type FormProps = { to: string }

/** How many jobs wait, and those that failed, each with its reason and buttons. */
export async function Jobs({ jobs, to }: Pick<System, 'jobs'> & FormProps) {
  const t = await getTranslations('admin.system')
  const { waiting, running, failing, failed } = jobs
  const isQuiet = failing.length === 0 && failed.total === 0
  return (
    <div className="space-y-4 text-sm">
      <p>{t('jobCounts', { waiting, running })}</p>
      {isQuiet && <p className="text-content-muted">{t('noFailing')}</p>}
      {failing.length > 0 && (
        <JobList title={t('failing')}>
          {failing.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              when={t.rich('again', { when: () => <When at={job.due_at} /> })}
            >
              <RetryForm id={job.id} to={to} />
            </JobRow>
          ))}
        </JobList>
      )}
      {failed.total > 0 && (
        <JobList title={t('failed', { count: failed.total })}>
          {failed.items.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              when={t.rich('givenUp', { when: () => <When at={job.at} /> })}
            >
              <RetryForm id={job.id} to={to} />
              <AdminForm form="discard_job" to={to} fields={{ id: job.id }} className="contents">
                <Button type="submit" variant="ghost">
                  {t('discard')}
                </Button>
              </AdminForm>
            </JobRow>
          ))}
        </JobList>
      )}
    </div>
  )
}

const JobList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="space-y-2">
    <h3 className="font-medium">{title}</h3>
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {children}
    </ul>
  </div>
)

type RowProps = {
  job: Pick<System['jobs']['failed']['items'][number], 'name' | 'attempts' | 'failure'>
  when: ReactNode
  /** Its buttons. */
  children: ReactNode
}

async function JobRow({ job, when, children }: RowProps) {
  const t = await getTranslations('admin.system')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="flex flex-wrap gap-x-3">
          <code className="font-mono font-medium">{job.name}</code>
          <span className="text-content-muted">
            {t('attempts', { count: job.attempts })}, {when}
          </span>
        </p>
        {job.failure === '' ? (
          <p className="text-content-muted">{t('ended')}</p>
        ) : (
          <p lang="en" className="font-mono text-xs wrap-anywhere text-content-muted">
            {job.failure}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

async function RetryForm({ id, to }: FormProps & { id: string }) {
  const t = await getTranslations('admin.system')
  return (
    <AdminForm form="retry" to={to} fields={{ id }} className="contents">
      <Submit>{t('retry')}</Submit>
    </AdminForm>
  )
}

/** What is stored, by kind. */
export async function Storage({
  storage,
  free_bytes: free,
}: Pick<System, 'storage' | 'free_bytes'>) {
  const [t, locale] = await Promise.all([getTranslations('admin.system'), getLocale()])
  const most = Math.max(1, ...storage.map(({ bytes }) => bytes))
  return (
    <div className="space-y-3 text-sm">
      {storage.length === 0 ? (
        <p className="text-content-muted">{t('nothing')}</p>
      ) : (
        <table className="w-full max-w-2xl">
          <thead className="text-content-muted">
            <tr>
              <th scope="col" className="py-1 text-start font-normal">
                {t('kind')}
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                {t('count')}
              </th>
              <th scope="col" className="py-1 ps-6 text-end font-normal">
                {t('size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {storage.map(({ kind, count, bytes }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="py-2 text-start font-normal">
                  {t(`stored.${kind}`)}
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-1 rounded-full bg-accent"
                    style={{ width: `${Math.max(1, Math.round((bytes / most) * 100))}%` }}
                  />
                </th>
                <td className="py-2 text-end align-top tabular-nums">
                  {count.toLocaleString(locale)}
                </td>
                <td className="py-2 ps-6 text-end align-top whitespace-nowrap tabular-nums">
                  {formatBytes(bytes, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {free !== null && (
        <p className="text-content-muted">{t('free', { size: formatBytes(free, locale) })}</p>
      )}
    </div>
  )
}

/** Backups of the schedule, a button that makes one, and how to restore one. */
export async function BackupList({ backups, to }: Pick<System, 'backups'> & FormProps) {
  const t = await getTranslations('admin.system')
  const { is_scheduled: isScheduled, is_running: isRunning, next, failure, made } = backups
  return (
    <div className="space-y-4 text-sm">
      {failure !== '' && (
        <Notice tone="danger" title={t('failure')}>
          <span lang="en">{failure}</span>
        </Notice>
      )}
      {!isScheduled && (
        <>
          <p>{t('notScheduled')}</p>
          <Command text="npm run backup -- --to FOLDER" />
        </>
      )}
      {made.length > 0 && <MadeBackups made={made} />}
      {isRunning && <p role="status">{t('running')}</p>}
      {next !== null && (
        <p className="text-content-muted">{t.rich('next', { when: () => <When at={next} /> })}</p>
      )}
      {isScheduled && !isRunning && (
        <AdminForm form="backup" to={to}>
          <Submit>{t('run')}</Submit>
        </AdminForm>
      )}
      <p>{t('restore')}</p>
      <Command
        text={`npm run restore -- --list${isScheduled ? '' : ' --from FOLDER'}\nnpm run restore -- --at ${made[0]?.at ?? 'TIME'}${isScheduled ? '' : ' --from FOLDER'}`}
      />
    </div>
  )
}

const Command = ({ text }: { text: string }) => (
  <pre
    lang="en"
    className="max-w-2xl rounded-card bg-surface-2 px-4 py-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
  >
    {text}
  </pre>
)

async function MadeBackups({ made }: Pick<System['backups'], 'made'>) {
  const [t, locale] = await Promise.all([getTranslations('admin.system'), getLocale()])
  return (
    <table className="w-full max-w-2xl">
      <thead className="text-content-muted">
        <tr>
          {(['made', 'tried', 'size'] as const).map((name) => (
            <th key={name} scope="col" className="py-1 text-start font-normal last:text-end">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {made.map(({ at, bytes, tried_at: tried }) => (
          <tr key={at} className="border-t border-line">
            <td className="py-2 pe-4">
              <When at={at} />
            </td>
            <td className="py-2 pe-4">{tried === null ? t('never') : <When at={tried} />}</td>
            <td className="py-2 text-end whitespace-nowrap tabular-nums">
              {formatBytes(bytes, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
