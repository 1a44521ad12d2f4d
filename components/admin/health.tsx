import { getTranslations } from 'next-intl/server'
import { When } from '#components/ui/when.tsx'
import type { AdminOverview } from '#lib/contract/admin/overview.ts'
import { type DoctorCode, REPAIRED_CODES, type RepairedCode } from '#lib/contract/operator.ts'
import type { Readiness } from '#lib/contract/health.ts'

const PARTS = [
  'database',
  'migrations',
  'files',
  'disk',
  'mail',
  'cache',
  'backup',
] as const satisfies (keyof Readiness)[]

const DOT = { ok: 'bg-success', failing: 'bg-danger', unknown: 'bg-line-control' } as const

/** The state of each part of the site, with what to do about one that fails. */
export async function Health({ health }: Pick<AdminOverview, 'health'>) {
  const t = await getTranslations('admin.health')
  const parts = PARTS.flatMap((part) => {
    const state = health[part]
    return state === undefined ? [] : [{ part, state }]
  })
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {parts.map(({ part, state }) => (
        <li key={part} className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOT[state]}`} />
            {t(`part.${part}`)}
            <span className="ms-auto font-normal text-content-muted">{t(`state.${state}`)}</span>
          </p>
          {state === 'failing' && <p className="mt-1 text-content-muted">{t(`help.${part}`)}</p>}
        </li>
      ))}
    </ul>
  )
}

/** When the site was last backed up, and when a backup was tried. */
export async function Backups({ backups: { last, tried } }: Pick<AdminOverview, 'backups'>) {
  const t = await getTranslations('admin.backups')
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-content-muted">{t('last')}</dt>
      <dd>{last === null ? t('never') : <When at={last} />}</dd>
      <dt className="text-content-muted">{t('tried')}</dt>
      <dd>{tried === null ? t('never') : <When at={tried} />}</dd>
    </dl>
  )
}

/** What the last run of the doctor has left. */
export async function Doctor({ doctor }: Pick<AdminOverview, 'doctor'>) {
  const t = await getTranslations('admin.doctor')
  if (!doctor) return <p className="text-sm text-content-muted">{t('never')}</p>
  return (
    <div className="space-y-3 text-sm">
      <p className="text-content-muted">{t.rich('at', { when: () => <When at={doctor.at} /> })}</p>
      {doctor.problems.length === 0 ? (
        <p>{t('healthy')}</p>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
            {doctor.problems.map(({ code, count }) => (
              <li key={code} className="px-4 py-2">
                <p className="flex justify-between gap-4">
                  <span>{t(`code.${code}`)}</span>
                  <span className="tabular-nums">{count}</span>
                </p>
                <p className="text-content-muted">{t(`fix.${fixOf(code)}`)}</p>
              </li>
            ))}
          </ul>
          <p className="text-content-muted">{t('help')}</p>
        </>
      )}
    </div>
  )
}

/** The name of the text that says how a finding is repaired. */
function fixOf(code: DoctorCode) {
  const isManual = (one: DoctorCode): one is Exclude<DoctorCode, RepairedCode> =>
    !REPAIRED_CODES.some((repaired) => repaired === one)
  return isManual(code) ? code : 'repaired'
}
