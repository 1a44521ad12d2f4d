import { getTranslations } from 'next-intl/server'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { SETUP_STEPS, type SiteSetup, type SetupStep } from '#lib/contract/admin/setup.ts'
import { paths } from '#lib/paths.ts'
import { AdminForm, Submit } from './form.tsx'

/** Leads an administrator to the setup, until it is finished or dismissed. */
export async function SetupBanner({ to }: { to: string }) {
  const t = await getTranslations('admin.setup')
  return (
    <aside
      aria-label={t('title')}
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-accent/40 bg-accent-soft px-5 py-4"
    >
      <div className="min-w-60 flex-1 space-y-1">
        <p className="font-display font-semibold">{t('title')}</p>
        <p className="text-sm text-content-muted">{t('banner')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.adminSetup()} variant="primary">
          {t('open')}
        </ButtonLink>
        <AdminForm form="setup_end" to={to}>
          <Submit>{t('dismiss')}</Submit>
        </AdminForm>
      </div>
    </aside>
  )
}

/** All steps; each can be opened. */
export async function SetupSteps({ step }: { step: SetupStep }) {
  const t = await getTranslations('admin.setup')
  return (
    <nav aria-label={t('steps')}>
      <ol className="flex flex-wrap gap-1">
        {SETUP_STEPS.map((one, at) => (
          <li key={one}>
            <Link
              href={paths.adminSetup({ step: one })}
              aria-current={one === step ? 'step' : undefined}
              className="flex items-center gap-2 rounded-key px-3 py-2 text-sm hover:bg-surface-1 aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
            >
              <span className="text-content-muted tabular-nums">{at + 1}</span>
              {t(`step.${one}`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** To the step before and the one after, whether the form was saved or not; the last one ends. */
export async function SetupNavigation({ step, done }: { step: SetupStep; done: string }) {
  const t = await getTranslations('admin.setup')
  const at = SETUP_STEPS.indexOf(step)
  const [before, after] = [SETUP_STEPS[at - 1], SETUP_STEPS[at + 1]]
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
      {before && (
        <ButtonLink href={paths.adminSetup({ step: before })} variant="secondary">
          {t('previous')}
        </ButtonLink>
      )}
      {after ? (
        <ButtonLink href={paths.adminSetup({ step: after })} variant="secondary">
          {t('next')}
        </ButtonLink>
      ) : (
        <AdminForm form="setup_end" to={done}>
          <Submit variant="primary">{t('finish')}</Submit>
        </AdminForm>
      )}
    </div>
  )
}

/** Demo projects are kept, or removed by a job. */
export async function DemoChoice({ demo, to }: Pick<SiteSetup, 'demo'> & { to: string }) {
  const t = await getTranslations('admin.setup')
  const { left, removing } = demo
  if (removing !== null) {
    return (
      <div className="space-y-2 text-sm">
        <p className="flex items-center gap-3">
          <progress
            value={Math.max(0, removing - left)}
            max={Math.max(1, removing)}
            aria-label={t('demoRemove')}
          />
          <span className="tabular-nums">{t('demoLeft', { count: left })}</span>
        </p>
        <p className="text-content-muted">{t('removing')}</p>
      </div>
    )
  }
  if (left === 0) return <p className="text-sm text-content-muted">{t('demoNone')}</p>
  return (
    <div className="space-y-4">
      <p>{t('demoLeft', { count: left })}</p>
      <AdminForm form="remove_demo" to={to} className="space-y-2">
        <Submit>{t('demoRemove')}</Submit>
        <p className="text-sm text-content-muted">{t('demoHelp')}</p>
      </AdminForm>
    </div>
  )
}
