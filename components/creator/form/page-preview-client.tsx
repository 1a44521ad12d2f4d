'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { useLocale } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DialogGround } from '#components/ui/dialog-ground.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { toDraft } from '#lib/creator/draft-client.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { RefusedSession } from './use-sign-in-again-client.ts'

/** The form that was kept last, as JSON, and its id: an unchanged form is not kept again. */
export type PreviewedForm = { content: string; id: string }
type Props = {
  kept: RefObject<PreviewedForm | null>
  /** Button that opened it and gets the focus back. */
  opener: HTMLElement
  onClose: () => void
}

/** The page that the form would publish, rendered by the server from the kept form, in a frame. */
export default function PagePreview({ kept, opener, onClose }: Props): ReactNode {
  const { kind } = useCreatorForm()
  const [attempt, setAttempt] = useState(0)
  function retry() {
    kept.current = null
    setAttempt(attempt + 1)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <DialogGround />
        <Dialog.Content
          data-kind={kind}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.focus()
          }}
          className="fixed inset-x-2 top-[3vh] z-50 mx-auto flex h-[94vh] max-w-page flex-col overflow-hidden rounded-card border border-line bg-surface-0 shadow-raised sm:inset-x-6"
        >
          <Framed key={attempt} kept={kept} onClose={onClose} onRetry={retry} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type FramedProps = Omit<Props, 'opener'> & { onRetry: () => void }

function Framed({ kept, onClose, onRetry }: FramedProps) {
  const t = useFormMessages('creator')
  const { path, state, setState } = useKeptForm(kept, onClose)
  const isShown = state === 'shown'
  return (
    <>
      <div className="flex items-center gap-4 border-b border-line px-4 py-2">
        <Dialog.Title className="me-auto font-display font-semibold">{t('preview')}</Dialog.Title>
        {path && (
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="text-sm underline underline-offset-4"
          >
            {t('newTab')}
          </a>
        )}
        <Dialog.Close
          aria-label={t('close')}
          className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2"
        >
          <Icon name="x" />
        </Dialog.Close>
      </div>
      <div role="status" className={isShown ? 'sr-only' : 'p-6'}>
        {state === 'loading' && t('pending')}
        {state === 'failed' && (
          <div className="space-y-4">
            <Notice tone="danger">{t('error.unavailable')}</Notice>
            <Button onClick={onRetry} variant="secondary">
              {t('again')}
            </Button>
          </div>
        )}
      </div>
      {path && state !== 'failed' && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, which runs its scripts
        <iframe
          src={path}
          title={t('preview')}
          onLoad={({ currentTarget }) =>
            setState(prepare(currentTarget, onClose) ? 'shown' : 'failed')
          }
          className={`min-h-0 w-full flex-1 border-0 ${isShown ? '' : 'invisible'}`}
        />
      )}
    </>
  )
}

/** Has the form kept by the server when the preview opens: as its draft, or for the preview alone. */
function useKeptForm(kept: Props['kept'], onClose: () => void) {
  const { kind, edited, base, values, draft, onSignedOut } = useCreatorForm()
  const { saver } = draft
  const locale = useLocale()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [path, setPath] = useState<Path | null>(null)
  const keep = useEffectEvent(async (signal: AbortSignal) => {
    await saver.flush()
    if (saver.savedId !== null) return keptAs(saver.savedId)
    const based = edited && { id: edited.id, revision: base?.revision, base: {} }
    return keepOnce(kept, toDraft({ kind, edited: based }, values).content, signal)
  })
  const signOut = useEffectEvent((end: RefusedSession) => {
    onClose()
    onSignedOut(end)
  })
  useEffect(() => {
    const controller = new AbortController()
    async function open() {
      const result = await keep(controller.signal)
      if (controller.signal.aborted) return
      if (result.ok) setPath(localePath(locale, paths.preview(result.data.id)))
      else if (result.code === 401) signOut(result)
      else setState('failed')
    }
    void open()
    return () => controller.abort()
  }, [locale])
  return { path, state, setState }
}

const keptAs = (id: string) => ({ ok: true, data: { id } }) as const

async function keepOnce(kept: Props['kept'], form: PlainState, signal: AbortSignal) {
  const content = JSON.stringify(form)
  if (kept.current?.content === content) return keptAs(kept.current.id)
  const result = await fetchCall('keepForm', { body: { content: form } }, { signal })
  if (result.ok) kept.current = { content, id: result.data.id }
  return result
}

/**
 * Leaves only the preview of the page in the frame, and opens its links elsewhere: the form stays. Escape in the
 * frame closes the dialog, unless it closes one of the page.
 * @returns whether it is the preview; not an error, or a page that must not be framed.
 */
function prepare({ contentDocument: framed }: HTMLIFrameElement, onClose: () => void): boolean {
  const view = framed?.defaultView
  if (!view || !framed.querySelector('[data-preview]')) return false
  framed.documentElement.dataset['framed'] = ''
  const isCapture = { capture: true }
  framed.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof view.Element ? target.closest('a') : null
      if (link && !link.getAttribute('href')?.startsWith('#')) link.target = '_blank'
    },
    isCapture,
  )
  framed.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && !framed.querySelector('[role=dialog]')) onClose()
    },
    isCapture,
  )
  return true
}
