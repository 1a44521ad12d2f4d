import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { renderFileContents } from '#app/[locale]/home/(public)/[kind]/detail/[id]/contents.tsx'
import { Detail } from '#components/project/detail.tsx'
import { requireAccount } from '#lib/sign-in/current.ts'
import { toPreview } from '#lib/creator/preview.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths, type Path } from '#lib/paths.ts'
import { readKept } from '#lib/publish-form/state.ts'
import { readPreview } from './read-preview.ts'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PreviewActions } from '#components/project/actions.tsx'

type Props = PageProps<'/[locale]/home/user/preview/[id]'>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('creator')
  return { title: t('preview'), robots: { index: false, follow: false } }
}

/** The page of a project before it is published, from a kept form; 404 for the forms of others. */
export default async function PreviewPage({ params }: Props) {
  const { locale, id } = await params
  const path = paths.preview(id)
  const { token, account } = await requireAccount(locale, localePath(locale, path))
  const kept = await readKept(id, token)
  if (!kept) notFound()
  const { state } = kept
  const { file } = state.values
  const t = await getTranslations('creator')
  const { saved, contents, language, now } = await readPreview(state, { token, account })
  const project = toPreview(state, {
    id,
    author: { uid: account.uid, name: account.username, display_name: account.display_name },
    saved,
    contents,
    language,
    untitled: t('untitled'),
    now,
  })
  const found = file && contents ? { id: file.id, contents } : null
  const shown = await renderFileContents(project, found)
  return (
    <div data-preview>
      <PreviewNotice back={paths.draft({ kind: state.kind, id, project_id: state.edited?.id })} />
      <Detail
        project={project}
        actions={
          <PreviewActions
            appName={env().APP_NAME}
            file={file && { name: file.name, size: contents?.file.size ?? file.size }}
          />
        }
        lead={shown.lead}
        contents={shown.contents}
        versions={null}
        more={null}
        reportHref={null}
      />
    </div>
  )
}

/** Above the preview of a page: it is visible to its author alone; with a link back to the form. */
async function PreviewNotice({ back }: { back: Path }) {
  const t = await getTranslations('creator')
  return (
    <div className="mb-6">
      <Notice tone="info">
        {t('previewOnly')}{' '}
        <TextLink href={back} data-back>
          {t('back')}
        </TextLink>
      </Notice>
    </div>
  )
}
