'use client'

import { useRouter } from 'next/navigation'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { write } from '#lib/api/client.ts'
import { showMessage } from '#components/ui/message-store.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { githubCheckQuerySchema, type Inside } from '#lib/contract/publish.ts'
import { forgetDraft, keepDraft, readDraft } from '#lib/creator/draft-client.ts'
import {
  EMPTY,
  type Fault,
  FAULTS,
  FIELD_OF,
  type Kept,
  parseValues,
  type Values,
} from '#lib/creator/form.ts'
import type { FormWords } from './words.ts'

export type FormOptions = {
  kind: Kind
  words: FormWords
  /** The project to edit; none: a new one. */
  edited: { id: string; values: Values } | null
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

/** What the form holds, what is wrong with it, and how it is sent; drafts are kept on the way. */
export function useProjectForm({ kind, words, edited, detailPath, login }: FormOptions) {
  const router = useRouter()
  /** What is kept is kept for new projects of the kind, or for this one. */
  const place = edited ? `${kind}-${edited.id}` : kind
  const [draft, setDraft] = useState(() => readDraft(place))
  const [isSending, setSending] = useState(false)
  const [isRead, setRead] = useState(false)
  const key = useRef<{ request: string; key: string } | null>(null)
  const form = useForm<Values>({
    resolver: resolverOf(kind),
    defaultValues: draft ?? edited?.values ?? EMPTY,
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as Values
  const { errors } = form.formState

  useEffect(() => {
    if (form.formState.isDirty) keepDraft(place, values)
  }, [place, values, form.formState.isDirty])

  const faultOf = (field: keyof Values) => {
    const message = errors[field]?.message
    const known = FAULTS.find((fault) => fault === message)
    return known && words.faults[known]
  }
  const forgetFacts = () => form.setValue('facts', null)
  const isUnread = values.facts === null && githubCheckQuerySchema.safeParse(values).success
  const repositoryFault =
    isUnread && faultOf('repository_url') ? words.plugin.notVerified : faultOf('repository_url')
  function leave(message: string) {
    showMessage({ message, color: 'danger' })
    router.replace(`${login}?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const keeps = { shouldDirty: true, shouldValidate: true }

  /** As it is by now: several pictures may be on their way. */
  const addPicture = (one: Kept) =>
    form.setValue('gallery', [...form.getValues('gallery'), one].slice(0, GALLERY_MAX), keeps)
  /** What the container says of itself stands in the fields that nobody has filled in. */
  function takeFile(file: Kept, inside: Inside | undefined) {
    form.setValue('file', file, keeps)
    setRead(inside !== undefined)
    if (!inside) return
    const { dirtyFields } = form.formState
    const offered = { title: inside.title, version: inside.version }
    for (const name of ['title', 'version'] as const) {
      if (dirtyFields[name] || (edited && name === 'title')) continue
      form.setValue(name, offered[name], { ...keeps, shouldDirty: false })
    }
    if (!edited && !dirtyFields.minimum_version) {
      form.setValue('minimum_version', inside.minimum_version, { ...keeps, shouldDirty: false })
    }
  }

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
      forgetDraft(place)
      showMessage({ message: words.done })
      const { id } = projectSchema.parse(written.data)
      router.push(`${detailPath}/${id}`)
      return
    }
    if (written.code === 401) return leave(written.message)
    const fault: Fault | undefined = FAULTS.find((one) => one === written.reason)
    if (fault) form.setError(FIELD_OF[fault], { message: fault }, { shouldFocus: true })
    const why = fault ? words.faults[fault] : written.message || words.faults.unavailable
    showMessage({ message: `${words.failed} ${why}`, color: 'danger' })
  }

  return {
    form,
    values,
    keeps,
    faultOf,
    repositoryFault,
    isSending,
    /** Title and version come from the file. */
    isRead,
    isDraft: draft !== null,
    startOver() {
      forgetDraft(place)
      form.reset(edited?.values ?? EMPTY)
      setDraft(null)
    },
    addPicture,
    takeFile,
    forgetFacts,
    leave,
    submit: (event: SyntheticEvent) => form.handleSubmit(send)(event),
  }
}
