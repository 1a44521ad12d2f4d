import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { formMessages } from './messages.ts'
import { ProjectForm } from '#components/creator/form/project-form-client.tsx'
import type { FormOptions } from '#components/creator/form/form-types.ts'

type Props = Omit<FormOptions, 'uid'> & {
  author: { uid: string; username: string }
  /** Content below the form. */
  children?: ReactNode
}

/** The page that publishes a project of a kind, or edits one. */
export async function ProjectScreen(props: Props) {
  const { author, children, ...options } = props
  const { kind, edited } = options
  const [t, messages] = await Promise.all([getTranslations('creator'), getMessages()])
  return (
    <NextIntlClientProvider messages={formMessages(messages)}>
      <div data-kind={kind} className="pt-4">
        <div className="mb-8 flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-card bg-accent-soft text-accent">
            <Icon name={kind} className="size-6" />
          </span>
          <div className="min-w-0">
            <h1 className="font-display wrap-anywhere text-xl font-bold sm:text-2xl">
              {t(edited ? 'edit' : 'upload', { kind })}
            </h1>
            <p className="needs-script text-sm text-content-muted">
              {t(edited ? 'leadEdit' : 'lead')}
            </p>
            <noscript>
              <p className="text-sm text-content-muted">{t('plain.lead')}</p>
            </noscript>
          </div>
        </div>
        <ProjectForm {...options} uid={author.uid} author={author.username} />
        {children}
      </div>
    </NextIntlClientProvider>
  )
}
