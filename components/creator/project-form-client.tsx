'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { write } from '#lib/api/client.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import { useHydrated } from '#components/ui/use-hydrated-client.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { githubCheckQuerySchema } from '#lib/contract/publish.ts'
import { forgetDraft, keepDraft, readDraft } from '#lib/creator/draft-client.ts'
import { EMPTY, type Fault, FAULTS, FIELD_OF, parseValues, type Values } from '#lib/creator/form.ts'
import { DescriptionPart } from './description-part-client.tsx'
import { FilePart } from './file-part-client.tsx'
import { PluginPart } from './plugin-part-client.tsx'
import { PicturesPart } from './pictures-part-client.tsx'
import { PreviewCard } from './preview-card.tsx'
import { Choice, Systems } from './choices.tsx'
import type { FormWords } from './words.ts'

type Props = {
  kind: Kind
  author: string
  locale: string
  words: FormWords
  /** The project to edit; none: a new one. */
  edited: { id: string; values: Values } | null
  maxBytes: number
  /** Where the project is shown, before its id; where one signs in. */
  detailPath: string
  login: string
}

/** Names every fault at once, by the contract's schema. */
const resolverOf =
  (kind: Kind): Resolver<Values> =>
  (values) => {
    const parsed = parseValues(values, kind)
    if (parsed.success) return { values, errors: {} }
    const errors = parsed.faults.map((fault) => [FIELD_OF[fault], { type: fault, message: fault }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/** Publishing and editing: one form. It needs scripts, and what the browser has kept. */
export function ProjectForm(props: Props) {
  return useHydrated() ? <Form {...props} /> : <div className="min-h-dvh" />
}

function Form(props: Props) {
  const { kind, author, locale, words, edited, maxBytes, detailPath, login } = props
  const router = useRouter()
  const [draft, setDraft] = useState(() => (edited ? null : readDraft(kind)))
  const [isSending, setSending] = useState(false)
  const key = useRef<{ request: string; key: string } | null>(null)
  const form = useForm<Values>({
    resolver: resolverOf(kind),
    defaultValues: edited?.values ?? draft ?? EMPTY,
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as Values
  const { errors } = form.formState

  useEffect(() => {
    if (!edited && form.formState.isDirty) keepDraft(kind, values)
  }, [edited, kind, values, form.formState.isDirty])

  const faultOf = (field: keyof Values) => {
    const message = errors[field]?.message
    const known = FAULTS.find((fault) => fault === message)
    return known && words.faults[known]
  }
  const isPlugin = kind === 'plugin'
  const forgetFacts = () => form.setValue('facts', null)
  const isUnread = values.facts === null && githubCheckQuerySchema.safeParse(values).success
  const repositoryFault =
    isUnread && faultOf('repository_url') ? words.plugin.notVerified : faultOf('repository_url')
  function leave(message: string) {
    showMessage({ message, color: 'danger' })
    router.replace(`${login}?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const keeps = { shouldDirty: true, shouldValidate: true }

  async function send(typed: Values) {
    const parsed = parseValues(typed, kind)
    if (!parsed.success || isSending) return
    const body = edited ? { ...parsed.data, id: edited.id } : parsed.data
    const request = JSON.stringify(body)
    // The same attempt keeps its key: sent again after a lost answer, it is done once.
    if (key.current?.request !== request) key.current = { request, key: crypto.randomUUID() }
    setSending(true)
    const method = edited ? 'PUT' : 'POST'
    const written = await write({ method, path: `/${kind}`, body, key: key.current.key })
    setSending(false)
    if (written.ok) {
      if (!edited) forgetDraft(kind)
      showMessage({ message: words.done })
      const { id } = projectSchema.parse(written.data)
      router.push(`${detailPath}/${id}`)
      return
    }
    if (written.code === 401) return leave(written.message)
    const fault: Fault | undefined = FAULTS.find((one) => one === written.reason)
    if (fault) form.setError(FIELD_OF[fault], { message: fault }, { shouldFocus: true })
    const why = fault ? words.faults[fault] : written.message || words.faults.unavailable
    showMessage({ message: `${words.failed} ${why}`, color: 'danger', timeout: 6000 })
  }

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <form
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        noValidate
        className="min-w-0 space-y-7"
      >
        {draft && (
          <p className="flex flex-wrap gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
            {words.draft}
            <button
              type="button"
              onClick={() => {
                forgetDraft(kind)
                form.reset(EMPTY)
                setDraft(null)
              }}
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
            faults={{ owner: faultOf('owner'), repository: repositoryFault }}
            fields={{
              owner: form.register('owner', { onChange: forgetFacts }),
              repository: form.register('repository_url', { onChange: forgetFacts }),
            }}
            onFacts={(facts) => form.setValue('facts', facts, { shouldDirty: true })}
            onEnded={leave}
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
            onChange={(file) => form.setValue('file', file, keeps)}
            onEnded={leave}
          />
        )}
        {!isPlugin && (
          <Field
            label={words.title}
            fault={faultOf('title')}
            maxLength={200}
            dir="auto"
            {...form.register('title')}
          />
        )}
        <PicturesPart
          kind={kind}
          purpose="cover"
          value={values.cover ? [values.cover] : []}
          fault={faultOf('cover')}
          words={words}
          locale={locale}
          onChange={([cover = null]) => form.setValue('cover', cover, keeps)}
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
          onEnded={leave}
        />
        {!isPlugin && (
          <DescriptionPart
            words={words}
            text={values.description}
            fault={faultOf('description')}
            field={form.register('description')}
          />
        )}
        {!isPlugin && (
          <div className="grid gap-7 sm:grid-cols-2">
            <Field
              label={words.version}
              help={words.versionHelp}
              fault={faultOf('version')}
              inputMode="decimal"
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
        )}
        {edited && (
          <Field
            label={words.notes}
            help={words.notesHelp}
            fault={faultOf('notes')}
            dir="auto"
            {...form.register('notes')}
          />
        )}
        {!isPlugin && (
          <Systems
            words={words}
            fault={faultOf('operating_systems')}
            field={form.register('operating_systems')}
          />
        )}
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
      <aside className="hidden lg:block">
        <div className="sticky top-24">
          <PreviewCard kind={kind} values={values} author={author} words={words} />
        </div>
      </aside>
    </div>
  )
}
