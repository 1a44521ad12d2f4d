/** Text of a creator, as HTML that was sanitised before; typeset for reading. */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  // oxlint-disable-next-line react/no-danger -- the only place, and its input is sanitised HTML
  return <div className="prose" lang={lang} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
