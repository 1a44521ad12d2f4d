'use client'

import { useLocale, useFormatter } from 'next-intl'
import { useMemo } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { showMessage } from '#lib/browser/message-store.ts'
import { PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { endpoints } from '#lib/paths.ts'
import { ConflictNotice } from './conflict-notice-client.tsx'
import { DraftNotices, Outcome } from './draft-notices-client.tsx'
import { ErrorSummary } from './error-summary-client.tsx'
import { FormFields } from '#components/creator/controls/fields-client.tsx'
import { focusSubmit, FORM_ID, SUBMIT_ID } from './focus-field-client.ts'
import { ProjectFormProvider, useCreatorForm } from './form-context-client.ts'
import {
  PendingUploadsProvider,
  type Pending,
} from '#components/creator/files/pending-uploads-client.tsx'
import { PreviewCard } from './preview-card-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { FormOptions } from './form-types.ts'
import { useProjectForm } from './use-project-form-client.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { AUTHOR_KEY, readAuthor } from '#lib/browser/stored-author.ts'
import { onStorageChange } from '#lib/browser/storage.ts'
import { createStore, type Store } from '#lib/browser/store.ts'

/** `author`: name of the account. */
type Props = FormOptions & { author: string }

/**
 * The form that publishes and edits a project. It works by itself: its inputs and buttons are posted until the scripts
 * take over.
 */
export function ProjectForm(props: Props) {
  const t = useFormMessages('creator.saving')
  const isOwner = useOwner(props.uid)
  return (
    <>
      {!isOwner && (
        <Notice tone="danger" title={t('otherTitle')}>
          {t('otherText')}
        </Notice>
      )}
      <div hidden={!isOwner}>
        <Form {...props} />
      </div>
    </>
  )
}

function Form(props: Props) {
  const { kind, edited, author } = props
  const state = useProjectForm(props)
  const { uploads, submission } = state
  const t = useFormMessages('form')
  const creator = useFormMessages('creator')
  const locale = useLocale()
  function stop() {
    submission.stopWaiting()
    focusSubmit()
  }
  return (
    <ProjectFormProvider value={state}>
      <PendingUploadsProvider value={uploads.report}>
        <form
          id={FORM_ID}
          method="post"
          encType="multipart/form-data"
          action={endpoints.plainForm(locale, kind, { id: edited?.id })}
          onSubmit={(event) => void submission.submit(event)}
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]"
        >
          <HiddenInputs />
          <div className="min-w-0 space-y-7">
            <ErrorSummary />
            <Outcome />
            <DraftNotices />
            <SavedElsewhere />
            <p className="text-sm text-content-muted">{t('marked')}</p>
            <FormFields />
          </div>
          <aside aria-label={creator('card')} className="w-full max-w-sm">
            <div className="top-24 space-y-6 tall:sticky">
              <PreviewCard kind={kind} values={state.values} author={author} />
              {submission.isWaiting && <Waiting moving={uploads.moving} onStop={stop} />}
              <Publish />
              <DraftStatus />
            </div>
          </aside>
        </form>
      </PendingUploadsProvider>
    </ProjectFormProvider>
  )
}

/** What the form is based on, for its submission without scripts. */
function HiddenInputs() {
  const { shown, edited, values } = useCreatorForm()
  const inputs = {
    [PLAIN_INPUTS.key]: shown.key,
    [PLAIN_INPUTS.revision]: edited?.revision?.toString(),
    [PLAIN_INPUTS.base]: shown.base && JSON.stringify(shown.base),
    [PLAIN_INPUTS.facts]: values.facts && JSON.stringify(values.facts),
    [PLAIN_INPUTS.seenTitle]: shown.sameTitle?.title,
  }
  return (
    <>
      {Object.entries(inputs).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {/* Enter in a field submits by the first button, which must not be one that does something else. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
    </>
  )
}

function SavedElsewhere() {
  const { conflicts, values } = useCreatorForm()
  const t = useFormMessages('creator.saving')
  const { conflict } = conflicts
  return (
    conflict && (
      <ConflictNotice
        key={conflict.of === 'draft' ? 'draft' : conflict.theirs.revision}
        conflict={conflict}
        mine={values}
        onSettle={(fields) => {
          conflicts.settle(fields)
          showMessage({ message: t('applied'), color: 'info' })
        }}
        onDismiss={conflicts.dismiss}
      />
    )
  )
}

function Publish() {
  const { isEdit, submission } = useCreatorForm()
  const { isSending, isWaiting } = submission
  const t = useFormMessages('creator')
  const label = t(isWaiting ? 'saving.waiting' : isEdit ? 'save' : 'submit')
  return (
    <SubmitButton id={SUBMIT_ID} isPending={isSending || isWaiting} isWide>
      {isSending ? t('pending') : label}
    </SubmitButton>
  )
}

/** Whether the draft is saved. It is not announced: problems are, in the notices of the form. */
function DraftStatus() {
  const { id, isSaving, problem } = useCreatorForm().draft
  const t = useFormMessages('creator.saving')
  if ((id === null && !isSaving) || problem !== null) return null
  return <p className="text-sm text-content-muted">{t(isSaving ? 'saving' : 'saved')}</p>
}

type WaitingProps = { moving: Pending[]; onStop: () => void }

/** The uploads that the form waits for before it is sent, with their progress. */
function Waiting({ moving, onStop }: WaitingProps) {
  const t = useFormMessages('creator.saving')
  const format = useFormatter()
  const named = moving.filter(({ name }) => name !== '')
  return (
    <div className="space-y-3 rounded-card border border-line bg-surface-1 p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span>{t('waitingHelp')}</span>
        <button
          type="button"
          onClick={onStop}
          className="cursor-pointer font-medium underline underline-offset-4"
        >
          {t('stop')}
        </button>
      </p>
      <ul className="space-y-2">
        {named.map(({ place, name, share }) => (
          <li key={place} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>
            <span className="text-content-muted tabular-nums">
              {share === null ? '…' : format.number(share, { style: 'percent' })}
            </span>
            <progress
              {...(share !== null && { value: share })}
              max={1}
              aria-label={name}
              className="col-span-2 h-1.5 w-full overflow-hidden rounded-full"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the page's account is still the one that is signed in. */
const useOwner = (uid: string): boolean => useStore(useMemo(() => createOwnerStore(uid), [uid]))

/**
 * Whether an account is still signed in: `false` after another tab has signed it out or has signed in
 * another one, which must not see what was typed.
 */
const createOwnerStore = (uid: string): Store<boolean> =>
  createStore({
    initial: true,
    connect(store) {
      const update = () => store.set(readAuthor()?.uid === uid)
      // A page from the back/forward cache has missed the changes.
      const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && update()
      const stop = onStorageChange(AUTHOR_KEY, update)
      addEventListener('pageshow', onPageShow)
      return () => {
        stop()
        removeEventListener('pageshow', onPageShow)
      }
    },
  })
