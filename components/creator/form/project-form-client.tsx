'use client'

import { useLocale } from 'next-intl'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#lib/browser/use-store.ts'
import type { Slot } from '#lib/creator/draft-client.ts'
import { localePath } from '#lib/i18n/path.ts'
import { endpoints, pages } from '#lib/paths.ts'
import { ConflictNotice } from './conflict-notice-client.tsx'
import { DraftNotices } from './draft-notices-client.tsx'
import { ErrorSummary } from './error-summary-client.tsx'
import { FormFields } from '#components/creator/controls/fields-client.tsx'
import { focusSubmit, FORM_ID } from './focus-field-client.ts'
import { ProjectFormProvider, useCreatorForm } from './form-context-client.ts'
import { PendingUploadsProvider } from '#components/creator/files/pending-uploads-client.tsx'
import { PreviewCard } from './preview-card-client.tsx'
import { useDraftSlot } from './use-draft-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useOwner } from './use-owner-client.ts'
import { type FormOptions, useProjectForm } from './use-project-form-client.ts'
import { Waiting } from './waiting-client.tsx'

/** `uid` and `author`: id and name of the account. */
type Props = FormOptions & { uid: string; author: string }

/** The form that publishes and edits a project. It needs scripts and the browser's draft. */
export function ProjectForm(props: Props) {
  const { uid, kind, edited } = props
  const t = useFormMessages('creator.saving')
  // One draft for new projects of the kind, and one for each edited project.
  const slot = useDraftSlot(uid, edited ? `${kind}-${edited.id}` : kind)
  const isOwner = useOwner(uid)
  if (!useHydrated() || slot === undefined) return <Loading {...props} />
  return (
    <>
      {!isOwner && (
        <Notice tone="danger" title={t('otherTitle')}>
          {t('otherText')}
        </Notice>
      )}
      <div hidden={!isOwner}>
        <Form {...props} slot={slot} />
      </div>
    </>
  )
}

/** Before the scripts run. If that takes long, the form without scripts is offered. */
function Loading({ kind, edited }: Props) {
  const t = useFormMessages('creator.plain')
  const locale = useLocale()
  const query = { plain: '1' }
  const page = edited ? pages.edit(kind, { id: edited.id, ...query }) : pages.upload(kind, query)
  return (
    <div className="needs-script min-h-dvh w-full">
      <p className="appears-late">
        <a href={localePath(locale, page)} className="underline underline-offset-4">
          {t('offer')}
        </a>
      </p>
    </div>
  )
}

function Form(props: Props & { slot: Slot | null }) {
  const state = useProjectForm(props)
  const { submit, uploads, waiting } = state
  const t = useFormMessages('form')
  const creator = useFormMessages('creator')
  function stop() {
    waiting.stop()
    focusSubmit()
  }
  return (
    <ProjectFormProvider value={state}>
      <PendingUploadsProvider value={uploads.report}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <form
            id={FORM_ID}
            method="post"
            action={endpoints.needsScripts}
            onSubmit={(event) => void submit(event)}
            noValidate
            className="min-w-0 space-y-7"
          >
            <ErrorSummary />
            <DraftNotices />
            <OpenConflict />
            <p className="text-sm text-content-muted">{t('marked')}</p>
            <FormFields />
            {waiting.isWaiting && <Waiting moving={uploads.moving} onStop={stop} />}
            <SubmitButton />
          </form>
          <aside aria-label={creator('card')} className="max-w-sm">
            <div className="top-24 tall:sticky">
              <PreviewCard kind={props.kind} values={state.values} author={props.author} />
            </div>
          </aside>
        </div>
      </PendingUploadsProvider>
    </ProjectFormProvider>
  )
}

function OpenConflict() {
  const { rebase, base, values, settle } = useCreatorForm()
  const { conflict } = rebase
  if (!conflict || !base) return null
  return (
    <ConflictNotice
      key={conflict.theirs.revision}
      conflict={conflict}
      before={base.values}
      mine={values}
      onSettle={settle}
      onDismiss={rebase.dismiss}
    />
  )
}

function SubmitButton() {
  const { isEdit, isSending, waiting } = useCreatorForm()
  const t = useFormMessages('creator')
  const label = t(waiting.isWaiting ? 'saving.waiting' : isEdit ? 'save' : 'submit')
  return (
    <div className="flex justify-end border-t border-line pt-6">
      <button
        type="submit"
        aria-disabled={isSending || waiting.isWaiting}
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} cursor-pointer aria-disabled:opacity-75`}
      >
        {isSending ? t('pending') : label}
      </button>
    </div>
  )
}
