/** The preview of a text, made of Markdown by the server: sanitised HTML. */
export function SettingsPreview({ title, html, lang }: Props) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface-1 p-4">
      <p className="mb-3 text-sm text-content-muted">{title}</p>
      {/* oxlint-disable-next-line react/no-danger -- the input is sanitised HTML */}
      <div className="prose" dir="auto" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}

type Props = { title: string; html: string; lang: string | undefined }
