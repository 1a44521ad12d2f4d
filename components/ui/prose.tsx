import { fillMarks, type Labels } from '#lib/markdown/labels.ts'
import { CopyCode } from './copy-code-client.tsx'

type Props = {
  /** Sanitised HTML of the Markdown renderer. */
  html: string
  /** Prefix of its ids: unique on the page. */
  prefix: string
  labels: Labels
  lang?: string | undefined
  className?: string
}

/** A creator's text as sanitised HTML, with typography. */
export function Prose({ html, prefix, labels, lang, className = '' }: Props) {
  const props = { className: `prose ${className}`.trimEnd(), lang, dir: 'auto' }
  const shown = fillMarks(html, prefix, labels)
  // oxlint-disable-next-line react/no-danger -- the input is sanitised HTML
  const prose = <div {...props} dangerouslySetInnerHTML={{ __html: shown }} />
  if (!html.includes('<button')) return prose
  const none = { number: '' }
  return (
    <CopyCode copied={labels('copied', none)} failed={labels('copyFailed', none)}>
      {prose}
    </CopyCode>
  )
}
