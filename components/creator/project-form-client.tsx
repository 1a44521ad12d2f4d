'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { useHydrated } from '#components/ui/use-hydrated-client.ts'
import { DescriptionPart } from './description-part-client.tsx'
import { FilePart } from './file-part-client.tsx'
import { PluginPart } from './plugin-part-client.tsx'
import { PicturesPart } from './pictures-part-client.tsx'
import { PreviewCard } from './preview-card-client.tsx'
import { Choice, Systems } from './choices.tsx'
import { type FormOptions, useProjectForm } from './use-project-form-client.ts'

type Props = FormOptions & { author: string; maxBytes: number; hasGitHub: boolean }

/** Publishing and editing: one form. It needs scripts, and what the browser has kept. */
export function ProjectForm(props: Props) {
  return useHydrated() ? <Form {...props} /> : <div className="min-h-dvh" />
}

function Form(props: Props) {
  const { kind, author, locale, words, edited, maxBytes } = props
  const { form, values, keeps, faultOf, leave, ...own } = useProjectForm(props)
  const { repositoryFault, isSending, isRead, isDraft, startOver, submit } = own
  const { addPicture, takeFile, plugin } = own
  const isPlugin = kind === 'plugin'
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <form
        method="post"
        action="/api/needs-scripts"
        onSubmit={(event) => void submit(event)}
        noValidate
        className="min-w-0 space-y-7"
      >
        {isDraft && (
          <p className="flex flex-wrap gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
            {words.draft}
            <button
              type="button"
              onClick={startOver}
              className="cursor-pointer font-medium underline underline-offset-4"
            >
              {words.discard}
            </button>
          </p>
        )}
        {isPlugin && (
          <PluginPart
            values={values}
            words={words}
            present={edited?.values.version ?? null}
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
            value={values.file}
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
          maxLength={200}
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
          onTaken={(cover) => form.setValue('cover', cover, keeps)}
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
            help={words.notesHelp}
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
          help={words.tagsHelp}
          fault={faultOf('tags')}
          dir="auto"
          {...form.register('tags')}
        />
        <div className="flex justify-end border-t border-line pt-6">
          <button
            type="submit"
            aria-disabled={isSending}
            className={`${buttonClass({ variant: 'primary', size: 'lg' })} cursor-pointer aria-disabled:opacity-60`}
          >
            {isSending ? words.pending : words.submit}
          </button>
        </div>
      </form>
      <aside className="max-w-sm">
        <div className="sticky top-24">
          <PreviewCard kind={kind} values={values} author={author} words={words} />
        </div>
      </aside>
    </div>
  )
}
