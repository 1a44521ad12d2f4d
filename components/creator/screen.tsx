import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { formWords } from './form-words.ts'
import type { FormOptions } from './use-project-form-client.ts'
import { ProjectForm } from './project-form-client.tsx'

type Props = {
  kind: Kind
  author: { uid: string; username: string }
  maxBytes: number
  /** Whether the site has sign-in by GitHub. */
  hasGitHub: boolean
  edited: FormOptions['edited']
  /** Stands below the form. */
  children?: ReactNode
}

/** The screen for publishing a project of a kind, or for editing one. */
export async function ProjectScreen(props: Props) {
  const { kind, author, maxBytes, hasGitHub, edited, children } = props
  const [t, kinds, locale, words] = await Promise.all([
    getTranslations('creator'),
    getTranslations('kind'),
    getLocale(),
    formWords(kind, edited !== null),
  ])
  const item = kinds(`${kind}.one`)
  return (
    <div data-kind={kind} className="pt-4">
      <div className="mb-8 flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-card bg-accent-soft text-accent">
          <Icon name={kind} className="size-6" />
        </span>
        <div>
          <h1 className="font-display text-xl font-bold sm:text-2xl">
            {t(edited ? 'edit' : 'upload', { item })}
          </h1>
          <p className="text-sm text-content-muted">{t('lead')}</p>
        </div>
      </div>
      <noscript>
        <p className="rounded-card border border-line-strong px-4 py-3">{t('noscript')}</p>
      </noscript>
      <ProjectForm
        kind={kind}
        uid={author.uid}
        author={author.username}
        locale={locale}
        words={words}
        edited={edited}
        maxBytes={maxBytes}
        hasGitHub={hasGitHub}
        detailPath={localePath(locale, `/home/${KIND_TABLE[kind].path}/detail`)}
        login={localePath(locale, '/login')}
      />
      {children}
    </div>
  )
}
