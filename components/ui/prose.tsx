/** A creator's text as sanitised HTML, with typography. */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  // oxlint-disable-next-line react/no-danger -- the input is sanitised HTML
  return <div className="prose" lang={lang} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
