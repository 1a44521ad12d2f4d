'use client'

import { useRouter } from 'next/navigation'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Refused, write } from '#lib/api/client.ts'
import { showMessage } from '#components/ui/message-store.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { projectSchema } from '#lib/contract/project.ts'
import type { Inside } from '#lib/contract/publish.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { type Base, forgetDraft, newFilesOf, type Slot } from '#lib/creator/draft-client.ts'
import { findGone } from '#lib/creator/file-gone-client.ts'
import {
  EMPTY,
  type Fault,
  FAULTS,
  FIELD_OF,
  type Kept,
  parseValues,
  type Values,
} from '#lib/creator/form.ts'
import type { MergedField } from '#lib/creator/merge.ts'
import { readLatest } from '#lib/creator/read-client.ts'
import { fill } from '#lib/creator/repository-fault.ts'
import { faultsOf, type Rules } from '#lib/creator/faults.ts'
import { focusPart } from './focus-part-client.ts'
import { usePendingUploads } from './pending-uploads-client.tsx'
import { faultsNamed, wordOfAnswer } from './answer.ts'
import { resolve } from './resolver.ts'
import { useDraft, useGone } from './use-draft-client.ts'
import { usePluginFacts } from './use-plugin-facts-client.ts'
import { useRebase } from './use-rebase-client.ts'
import { useWaiting } from './use-waiting-client.ts'
import type { FormWords } from './words.ts'

export type FormOptions = {
  kind: Kind
  words: FormWords
  locale: string
  /** The project to edit; none: a new one. */
  edited: (Base & { id: string }) | null
  /** Where the project is shown, before its id; where one signs in. */
  detailPath: string
  login: string
}

const FIELD_OF_FILE = { file_id: 'file', cover_id: 'cover', gallery_ids: 'gallery' } as const
const keeps = { shouldDirty: true, shouldValidate: true }

/** What the form holds, what is wrong with it, and how it is sent; drafts are kept on the way. */
export function useProjectForm(options: FormOptions & { slot: Slot | null }) {
  const { kind, words, locale, edited, slot, detailPath, login } = options
  const router = useRouter()
  const [draft, setDraft] = useState(slot?.draft ?? null)
  const [isSending, setSending] = useState(false)
  const [isRead, setRead] = useState(false)
  const isBusy = useRef(false)
  const key = useRef<{ request: string; key: string } | null>(null)
  const uploads = usePendingUploads()
  const [gone, setGone] = useGone(slot)
  const [base, setBase] = useState<Base | null>(draft?.base ?? edited)
  const rules: Rules = { base, gone, isFileComing: uploads.isComing('file') }
  const form = useForm<Values, Rules>({
    resolver: (typed, context = rules) => resolve(typed, kind, context),
    context: rules,
    defaultValues: draft?.values ?? edited?.values ?? EMPTY,
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as Values
  const { errors, isDirty } = form.formState
  const rebase = useRebase({ form, base, setBase, latest: edited })
  const isKept = useDraft(slot, { values, base, isDirty })

  const waiting = useWaiting({
    uploads,
    onReady: () => void form.handleSubmit(send, focusPart)(),
    onFailed: ({ name, place }) => {
      tell(words.save.notUploaded.replace('{name}', name))
      focusPart({ [place]: true })
    },
    onCancelled: (names) => tell(words.save.wasCancelled.replace('{name}', names.join(', '))),
  })

  const faultOf = (field: keyof Values) => {
    const message = errors[field]?.message
    const known = FAULTS.find((fault) => fault === message)
    const versions = values.facts?.versions?.join(', ') ?? ''
    return known && fill(words.faults[known], { versions })
  }
  // Whoever has typed a good address is on the way to the button beside it.
  const isUnread = values.facts === null && repositoryAddress(values.repository_url) !== null
  const unread = form.formState.isSubmitted ? words.plugin.notVerified : undefined
  const repositoryFault = isUnread ? faultOf('repository_url') && unread : faultOf('repository_url')
  const tell = (message: string) => showMessage({ message, color: 'danger' })

  /** To where one signs in, unless what is typed would be lost on the way. */
  function leave(message: string) {
    if (!isKept) return tell(words.save.signInElsewhere)
    showMessage({ message, color: 'danger' })
    router.replace(`${login}?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const present = base?.values.version ?? null
  const plugin = usePluginFacts({ form, words, locale, present, onEnded: leave })

  /** As it is by now: several pictures may be on their way. */
  function addPicture(one: Kept) {
    uploads.note('gallery')
    form.setValue('gallery', [...form.getValues('gallery'), one].slice(0, GALLERY_MAX), keeps)
  }
  /** What the container says of itself stands in the fields that nobody has filled in. */
  function takeFile(file: Kept, inside: Inside | undefined) {
    uploads.note('file')
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
  /** The words of a cover that is not on the server any more stay for the one in its place. */
  function takeCover(cover: Kept) {
    uploads.note('cover')
    const before = form.getValues('cover')
    const isGone = gone.some(({ id }) => id === before?.id)
    form.setValue('cover', { ...cover, alt: isGone ? (before?.alt ?? '') : cover.alt }, keeps)
  }

  async function send(typed: Values) {
    const parsed = parseValues(typed, kind, { isEdit: edited !== null })
    if (!parsed.success || isBusy.current) return
    isBusy.current = true
    setSending(true)
    let isDone = false
    try {
      isDone = await sendBody(edited ? { ...parsed.data, id: edited.id } : parsed.data)
    } finally {
      // Done, it stays held: the way to the project's page may take a moment.
      isBusy.current = isDone
      setSending(isDone)
    }
  }

  /** @returns whether it is done. */
  async function sendBody(body: object): Promise<boolean> {
    const match = base?.revision
    const request = JSON.stringify([body, match])
    // The same attempt keeps its key: sent again after a lost answer, it is done once.
    if (key.current?.request !== request) key.current = { request, key: crypto.randomUUID() }
    const method = edited ? 'PUT' : 'POST'
    const written = await write({ method, path: `/${kind}`, body, key: key.current.key, match })
    if (written.ok) {
      if (slot) forgetDraft(slot.key)
      showMessage({ message: words.done })
      const { id } = projectSchema.parse(written.data)
      router.push(`${detailPath}/${id}`)
      return true
    }
    await explain(written)
    return false
  }

  /** Says why it was refused, and where. */
  async function explain(written: Refused) {
    if (written.code === 401) return leave(written.message)
    if (written.reason === 'stale' && edited) {
      const latest = await readLatest(kind, edited.id)
      if (latest && !rebase.meet(latest)) return tell(words.save.mergedText)
      if (latest) return
    }
    if (written.reason === 'file_missing') await nameGone(written.fields)
    for (const fault of faultsNamed(written)) {
      form.setError(FIELD_OF[fault], { message: fault }, { shouldFocus: true })
      focusPart({ [FIELD_OF[fault]]: true })
    }
    const why = plugin.refuse(written) ?? fill(wordOfAnswer(words, written), written.details)
    tell(`${words.failed} ${why}`)
  }

  /** Marks what the server has not got, so that it is chosen again. */
  async function nameGone(fields: string[]) {
    const parts = Object.entries(FIELD_OF_FILE).flatMap(([name, part]) =>
      fields.includes(name) ? [part] : [],
    )
    const files = newFilesOf(form.getValues(), base)
    const named = files.filter(({ id }) =>
      parts.some((part) => [form.getValues(part)].flat().some((kept) => kept?.id === id)),
    )
    const missing = await findGone(named)
    const found = missing.length > 0 ? missing : named
    setGone([...gone, ...found])
    for (const part of parts) form.setError(part, { message: `${part}_gone` satisfies Fault })
    focusPart(Object.fromEntries(parts.map((part) => [part, true])))
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy.current || waiting.isWaiting) return
    if (rebase.isOpen) return document.getElementById('conflict')?.focus()
    const { failed, moving } = uploads
    if (failed) {
      tell(words.save.notUploaded.replace('{name}', failed.name))
      return focusPart({ [failed.place]: true })
    }
    if (moving.length === 0) return form.handleSubmit(send, focusPart)()
    // What is on its way is not missing.
    const coming = moving.flatMap(({ place }) => (place === 'more' ? 'gallery' : place))
    const wrong = faultsOf(form.getValues(), kind, rules)
      .map((fault) => FIELD_OF[fault])
      .filter((field) => !coming.some((one) => one === field))
    if (wrong.length === 0) return waiting.start()
    await form.trigger(wrong, { shouldFocus: true })
  }

  return {
    form,
    values,
    keeps,
    faultOf,
    repositoryFault,
    isSending,
    waiting,
    uploads,
    rebase,
    base,
    gone: gone.filter(({ id }) =>
      [values.file, values.cover, ...values.gallery].some((kept) => kept?.id === id),
    ),
    isKept,
    /** Title and version come from the file. */
    isRead,
    isDraft: draft !== null,
    startOver() {
      if (slot) forgetDraft(slot.key)
      form.reset(rebase.restart()?.values ?? EMPTY)
      setGone([])
      setDraft(null)
    },
    settle(fields: MergedField[]) {
      rebase.settle(fields)
      showMessage({ message: words.save.applied, color: 'info' })
    },
    addPicture,
    takeFile,
    takeCover,
    plugin,
    leave,
    submit,
  }
}
