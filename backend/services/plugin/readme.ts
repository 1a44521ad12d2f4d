import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { cleanText } from '#lib/contract/text.ts'

type Repository = { owner: string; name: string; branch: string }

/** Characters of a README that are read: removed parts make room for later ones. */
const READ_MAX = 2 * DESCRIPTION_MAX

const COMMENT = /<!--[^]*?(?:-->|$)/g
const TAG = /<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,1000})?\/?>/gi
const TARGET = String.raw`(?:\([^()\n]{0,500}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|\[[^\]\n]{0,100}\])`
const LINKED_IMAGE = new RegExp(String.raw`\[!\[[^\]\n]{0,200}\]${TARGET}\s?\]${TARGET}`, 'g')
const IMAGE = new RegExp(String.raw`!\[[^\]\n]{0,200}\]${TARGET}?`, 'g')
const LINK = /\]\(<?([^()<>\s]{1,500})>?/g
const DEFINITION = /^( {0,3}\[[^\]\n]{1,100}\]:[ \t]*)(\S{1,500})/gm
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/**
 * Converts a README to a description: without title, HTML and pictures (pages show no external ones),
 * with relative links pointing to the repository, limited to the length of a description. Runs in
 * linear time.
 */
export function descriptionOf(readme: string, repository: Repository): string {
  const text = cleanText(readme.slice(0, READ_MAX).replaceAll(/\r\n?/g, '\n'))
  const parts = splitFences(text).map(({ isCode, lines }) =>
    isCode ? lines.join('\n') : plain(lines.join('\n'), repository),
  )
  const joined = parts
    .join('\n')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return cut(withoutTitle(joined))
}

function splitFences(text: string): { isCode: boolean; lines: string[] }[] {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }]
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? ''
    const isOpening = fence === '' && mark !== ''
    if (isOpening) {
      fence = mark
      parts.push({ isCode: true, lines: [] })
    }
    parts.at(-1)?.lines.push(line)
    if (!isOpening && fence !== '' && mark.startsWith(fence)) {
      fence = ''
      parts.push({ isCode: false, lines: [] })
    }
  }
  return parts.filter(({ lines }) => lines.length > 0)
}

/** Text outside of code blocks; inline code stays unchanged. */
function plain(text: string, repository: Repository): string {
  return text
    .replaceAll(COMMENT, '')
    .replaceAll(LINKED_IMAGE, '')
    .replaceAll(IMAGE, '')
    .split(/(`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : withLinks(part.replaceAll(TAG, ''), repository)))
    .join('')
}

function withLinks(text: string, repository: Repository): string {
  return text
    .replaceAll(LINK, (_, target: string) => `](${absolute(target, repository)}`)
    .replaceAll(
      DEFINITION,
      (_, name: string, target: string) => name + absolute(target, repository),
    )
}

/** The absolute address of a link in the README. */
function absolute(target: string, { owner, name, branch }: Repository): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return target
  const home = `https://github.com/${owner}/${name}`
  if (target.startsWith('#')) return `${home}${target}`
  const base = `${home}/blob/${branch.split('/').map(encodeURIComponent).join('/')}/`
  try {
    const url = new URL(target.replace(/^\/+/, ''), base)
    return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
  } catch {
    return home
  }
}

/** The detail page has its own title. */
const withoutTitle = (text: string) =>
  text.replace(/^#[ \t][^\n]*\n*|^[^\n]+\n=+[ \t]*(?:\n+|$)/, '').trimStart()

/** Cuts between paragraphs and closes an open code block. */
function cut(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text
  const room = text.slice(0, DESCRIPTION_MAX - '\n```'.length)
  const end = room.lastIndexOf('\n\n')
  const shortened = (end > room.length / 2 ? room.slice(0, end) : room).toWellFormed().trimEnd()
  const last = splitFences(shortened).at(-1)
  const isOpen =
    last?.isCode === true && !(last.lines.length > 1 && FENCE.test(last.lines.at(-1) ?? ''))
  return isOpen ? `${shortened}\n\`\`\`` : shortened
}
