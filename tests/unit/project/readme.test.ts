import { describe, expect, it } from 'vitest'
import { isRepeated, readmeIn } from '#lib/project/readme.ts'
import type { Readme } from '#lib/contract/file/readme.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

const COMMIT = 'c0ffee0000000000000000000000000000000000'
const HOME = 'https://github.com/ada/plums'
const readme: Readme = {
  commit: COMMIT,
  fetched_at: '2026-06-01T12:00:00.000Z',
  texts: [
    { language: 'en', path: 'README.md', text: 'Counts.', is_cut: true },
    { language: 'de', path: '.marketplace/README.de.md', text: 'Zählt.', is_cut: false },
  ],
  pictures: [{ path: 'docs/a%20b.png', url: '/api/v1/file/x/image.webp', width: 8, height: 5 }],
}
const plugin = { readme, repository_url: HOME }

describe('the README of a page', () => {
  it('is the text in its language, with the file at the commit', () => {
    expect(readmeIn(plugin, 'de')).toMatchObject({
      text: 'Zählt.',
      lang: 'de',
      href: `${HOME}/blob/${COMMIT}/.marketplace/README.de.md`,
      isCut: false,
      source: { repository: HOME, commit: COMMIT, folder: '.marketplace' },
    })
  })

  it.each(['en', 'ja', 'fr'])('is the first one in %s', (locale) => {
    expect(readmeIn(plugin, locale)).toMatchObject({ text: 'Counts.', lang: 'en', isCut: true })
  })

  it('has the stored pictures by their addresses at the commit', () => {
    expect(readmeIn(plugin, 'en')?.source.pictures).toEqual({
      [`https://raw.githubusercontent.com/ada/plums/${COMMIT}/docs/a%20b.png`]: {
        url: '/api/v1/file/x/image.webp',
        width: 8,
        height: 5,
      },
    })
  })

  it('in an unknown language has an empty lang', () => {
    const [text] = readme.texts
    const unknown = { ...readme, texts: text ? [{ ...text, language: null }] : [] }
    expect(readmeIn({ ...plugin, readme: unknown }, 'en')?.lang).toBe('')
  })

  it.each([
    [{ ...plugin, readme: null }],
    [{ ...plugin, readme: undefined }],
    [{ ...plugin, repository_url: null }],
  ])('is none without a README or a repository', (project) => {
    expect(readmeIn(project, 'en')).toBeNull()
  })
})

describe('a description repeats the README', () => {
  const sections = Array.from(
    { length: 40 },
    (_, at) => `## Part ${at}\n\nWords of part ${at}, many.`,
  )
  const long = `# Plums\n\n![A](a.png)\n\n[![b](b)](c)\n\nCounts **up**, see [usage](docs/usage.md).\n\n${sections.join('\n\n')}`

  it.each([
    ['if it is the same text', 'Counts up.', '# Plums\n\nCounts up.\n', true],
    ['if it is the beginning of it, as forms proposed it before', converted(long), long, true],
    ['in Chinese too', '数える。'.repeat(300), `# 題\n\n${'数える。'.repeat(300)}`, true],
    ['not if it is its opening', 'Counts **up**, see usage.', long, false],
    ['not if it is another text', 'Another text. '.repeat(100), long, false],
    ['not if it is empty', '', long, false],
    ['not if the README is empty', 'Counts up.', '', false],
  ])('%s', (_, description, text, repeated) => {
    expect(isRepeated(description, text)).toBe(repeated)
  })

  it('64 KiB of it cost little', async () => {
    const text = 'a b '.repeat(16 * 1024)
    await expectWithin(300, () => {
      isRepeated('a '.repeat(4096), text)
      isRepeated('\n\na'.repeat(2700), '['.repeat(65_536))
    })
  })
})

/** What the form proposed of a README before it was stored by itself. */
function converted(text: string): string {
  return text
    .replace(/^# .*\n/, '')
    .replaceAll(/!\[.*?\]\(.*?\)/g, '')
    .replace('docs/usage.md', `${HOME}/blob/main/docs/usage.md`)
    .slice(0, 1600)
}
