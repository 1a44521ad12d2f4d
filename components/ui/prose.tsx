type Props = { html: string; lang?: string | undefined; className?: string }

/** A creator's text as sanitised HTML, with typography. */
export function Prose({ html, lang, className = '' }: Props) {
  const props = { className: `prose ${className}`.trimEnd(), lang, dir: 'auto' }
  // oxlint-disable-next-line react/no-danger -- the input is sanitised HTML
  return <div {...props} dangerouslySetInnerHTML={{ __html: html }} />
}
