import type { ReactNode } from 'react'
import { Prose } from '#components/ui/prose.tsx'
import { getTexts } from '#lib/i18n/translations.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import type { ShownReadme } from '#lib/project/readme.ts'

type Props = { readme: ShownReadme; children?: ReactNode }

/** Digits of a commit that people read. */
const COMMIT_DIGITS = 7
const look = 'text-sm text-content-muted underline underline-offset-4 wrap-anywhere'
const rel = 'nofollow ugc noopener'

/** The README of a plugin's repository, with a link to the file as of its commit. */
export async function Readme({ readme, children }: Props) {
  const { text, lang, source, href, path, commit, isCut } = readme
  const [t, labels] = await getTexts('detail.readme', 'prose')
  const { html, language } = await renderMarkdown(text, 'readme', source)
  return (
    <section aria-labelledby="readme">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="readme" className="font-display text-lg font-semibold">
          {t('title')}
        </h2>
        <a href={href} rel={rel} className={look}>
          {t.rich('file', {
            path: () => <bdi>{path}</bdi>,
            commit: () => <bdi>{commit.slice(0, COMMIT_DIGITS)}</bdi>,
          })}
        </a>
      </div>
      <Prose html={html} prefix="r" labels={labels} lang={language ?? lang} />
      {isCut && (
        <p className="mt-4 text-sm text-content-muted">
          {t.rich('cut', {
            link: (whole) => (
              <a href={href} rel={rel} className="underline underline-offset-4">
                {whole}
              </a>
            ),
          })}
        </p>
      )}
      {children}
    </section>
  )
}
