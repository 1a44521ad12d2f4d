'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#components/ui/use-hydrated-client.ts'
import { NOTES_MAX, TITLE_MAX } from '#lib/contract/limits.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'
import type { Slot } from '#lib/creator/draft-client.ts'
import { parseTags } from '#lib/creator/form.ts'
import { DescriptionPart } from './description-part-client.tsx'
import { FilePart } from './file-part-client.tsx'
import { PluginPart } from './plugin-part-client.tsx'
import { PicturesPart } from './pictures-part-client.tsx'
import { PreviewCard } from './preview-card-client.tsx'
import { Choice, Systems } from './choices.tsx'
import { ConflictNotice } from './conflict-notice-client.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { leftOf } from './left.tsx'
import { PendingUploads } from './pending-uploads-client.tsx'
import { useDraftSlot } from './use-draft-client.ts'
import { useOwner } from './use-owner-client.ts'
import { type FormOptions, useProjectForm } from './use-project-form-client.ts'
import { Waiting } from './waiting.tsx'

type Props = FormOptions & { uid: string; author: string; maxBytes: number; hasGitHub: boolean }

/** Publishing and editing: one form. It needs scripts, and what the browser has kept. */
export function ProjectForm(props: Props) {
  const { uid, kind, edited, words } = props
  /** What is kept is kept for new projects of the kind, or for this one. */
  const slot = useDraftSlot(uid, edited ? `${kind}-${edited.id}` : kind)
  const isOwner = useOwner(uid)
  if (!useHydrated() || slot === undefined) return <div className="min-h-dvh" />
  return (
    <>
      {!isOwner && (
        <Notice tone="danger" title={words.save.otherTitle}>
          {words.save.otherText}
        </Notice>
      )}
      <div hidden={!isOwner}>
        <Form {...props} slot={slot} />
      </div>
    </>
  )
}

function Form(props: Props & { slot: Slot | null }) {
  const { kind, author, locale, words, edited, maxBytes, slot } = props
  const { form, values, keeps, faultOf, leave, ...own } = useProjectForm(props)
  const { repositoryFault, isSending, isRead, startOver, submit } = own
  const { addPicture, takeFile, takeCover, plugin, uploads, waiting, rebase } = own
  const { conflict } = rebase
  const isPlugin = kind === 'plugin'
  const tagCount = parseTags(values.tags).length
  return (
    <PendingUploads value={uploads.report}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <form
          method="post"
          action="/api/needs-scripts"
          onSubmit={(event) => void submit(event)}
          noValidate
          className="min-w-0 space-y-7"
        >
          <DraftNotices
            words={words}
            isDraft={own.isDraft}
            isShared={slot?.isShared ?? false}
            isKept={own.isKept}
            gone={own.gone}
            onStartOver={startOver}
          />
          {conflict && own.base && (
            <ConflictNotice
              key={conflict.theirs.revision}
              conflict={conflict}
              before={own.base.values}
              mine={values}
              words={words}
              onSettle={own.settle}
              onDismiss={rebase.dismiss}
            />
          )}
          {isPlugin && (
            <PluginPart
              values={values}
              words={words}
              present={own.base?.values.version ?? null}
              plugin={plugin}
              hasGitHub={props.hasGitHub}
              detailPath={props.detailPath}
              faults={{ owner: faultOf('owner'), repository: repositoryFault }}
              fields={{
                owner: form.register('owner'),
                repository: form.register('repository_url', { onChange: plugin.forget }),
              }}
            />
          )}
          {!isPlugin && (
            <FilePart
              kind={kind}
              value={own.gone.some(({ id }) => id === values.file?.id) ? null : values.file}
              fault={faultOf('file')}
              words={words}
              locale={locale}
              maxBytes={maxBytes}
              note={isRead ? words.inside : undefined}
              onTaken={takeFile}
              onEnded={leave}
            />
          )}
          <Field
            label={words.title}
            fault={faultOf('title')}
            help={leftOf({ text: cleanLine(values.title).trim(), maximum: TITLE_MAX, words })}
            dir="auto"
            {...form.register('title')}
          />
          <PicturesPart
            kind={kind}
            purpose="cover"
            value={values.cover ? [values.cover] : []}
            fault={faultOf('cover')}
            words={words}
            locale={locale}
            onChange={([cover = null]) => form.setValue('cover', cover, keeps)}
            onTaken={takeCover}
            onEnded={leave}
          />
          <PicturesPart
            kind={kind}
            purpose="gallery"
            value={values.gallery}
            fault={faultOf('gallery')}
            words={words}
            locale={locale}
            onChange={(gallery) => form.setValue('gallery', gallery, keeps)}
            onTaken={addPicture}
            onEnded={leave}
          />
          <DescriptionPart
            words={words}
            text={values.description}
            fault={faultOf('description')}
            field={form.register('description')}
          />
          <div className="grid gap-7 sm:grid-cols-2">
            <Field
              label={words.version}
              help={isPlugin ? words.plugin.versionHelp : words.versionHelp}
              fault={faultOf('version')}
              inputMode="decimal"
              // Of a plugin that is published it changes with a look at the repository.
              readOnly={isPlugin && edited !== null && values.facts === null}
              {...form.register('version')}
            />
            <Field
              label={words.minimum}
              help={words.versionHelp}
              fault={faultOf('minimum_version')}
              inputMode="decimal"
              {...form.register('minimum_version')}
            />
          </div>
          {edited && (
            <Field
              label={words.notes}
              help={
                leftOf({ text: cleanText(values.notes), maximum: NOTES_MAX, words }) ??
                words.notesHelp
              }
              fault={faultOf('notes')}
              dir="auto"
              {...form.register('notes')}
            />
          )}
          <Systems
            words={words}
            fault={faultOf('operating_systems')}
            field={form.register('operating_systems')}
          />
          <Choice words={words} fault={faultOf('category')} field={form.register('category')} />
          <Field
            label={words.tags}
            help={`${words.tagsHelp}${tagCount > 0 ? ` ${words.save.tagCount.replace('{count}', String(tagCount))}` : ''}`}
            fault={faultOf('tags')}
            dir="auto"
            {...form.register('tags')}
          />
          {waiting.isWaiting && (
            <Waiting moving={uploads.moving} words={words} locale={locale} onStop={waiting.stop} />
          )}
          <div className="flex justify-end border-t border-line pt-6">
            <button
              type="submit"
              aria-disabled={isSending || waiting.isWaiting}
              className={`${buttonClass({ variant: 'primary', size: 'lg' })} cursor-pointer aria-disabled:opacity-60`}
            >
              {isSending ? words.pending : waiting.isWaiting ? words.save.waiting : words.submit}
            </button>
          </div>
        </form>
        <aside className="max-w-sm">
          <div className="sticky top-24">
            <PreviewCard kind={kind} values={values} author={author} words={words} />
          </div>
        </aside>
      </div>
    </PendingUploads>
  )
}
