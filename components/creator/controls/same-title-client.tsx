'use client'

import { useLocale } from 'next-intl'
import { useEffect, useState } from 'react'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Notice } from '#components/ui/notice.tsx'
import { langOf } from '#lib/contract/language.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import type { SameTitle } from '#lib/creator/plain-form.ts'
import { countedText } from '#lib/creator/values.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

/** Pause in typing before a title is looked for, in ms. */
const DEBOUNCE_MS = 800

/** That other authors have published under the title, while it is typed. */
export function SameTitleNotice() {
  const t = useFormMessages('creator.sameTitle')
  const locale = useLocale()
  const same = useSameTitle()
  return (
    <div role="status" className="mt-2 empty:absolute">
      {same && same.items.length > 0 && (
        <Notice tone={same.is_refused ? 'danger' : 'warning'} title={t('title')}>
          {t(same.is_refused ? 'refused' : 'text')}
          {same.items.map((project) => (
            <span key={project.id} className="mt-1 block">
              <a
                href={localePath(locale, paths.detail(project))}
                target="_blank"
                rel="noopener"
                lang={langOf(project)}
                className="font-medium underline underline-offset-4"
              >
                <bdi>{project.title}</bdi>
              </a>
              {' · '}
              <bdi>{shownName(project.author)}</bdi>
            </span>
          ))}
        </Notice>
      )}
    </div>
  )
}

/** The projects that have the title as it is typed now; `null` until they are known, and for the title of the edited project. */
function useSameTitle(): SameTitle | null {
  const { values, base, shown } = useCreatorForm()
  const [found, setFound] = useState(shown.sameTitle ?? null)
  const title = countedText(values, 'title')
  const known = found?.title
  const isWanted = title !== '' && title !== known && title !== base?.values.title
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    async function look() {
      const result = await fetchCall(
        'checkTitle',
        { body: { title } },
        { signal: controller.signal },
      )
      if (!controller.signal.aborted && result.ok) setFound({ title, ...result.data })
    }
    const timer = setTimeout(() => void look(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWanted, title])
  return title === known ? found : null
}
