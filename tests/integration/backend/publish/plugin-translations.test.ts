import { beforeEach, describe, expect, it } from 'vitest'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'
import { projectInput } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = 'ENIAC-Tech/Plugin-Example'
let ada = ''
const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
beforeEach(async () => {
  await backend.empty()
  github.behave(null)
  ada = await registered(backend)
})

/** A repository with texts for the marketplace, by file name. */
function repository(texts: Record<string, string>, readme = 'From the repository.') {
  const plain = pluginRepository()
  const files = Object.entries(texts).map(([name, text]) => [`.marketplace/${name}`, text])
  github.add(NAME, {
    ...plain,
    root: [...plain.root, '.marketplace/'],
    files: { ...plain.files, 'README.md': readme, ...Object.fromEntries(files) },
  })
}
async function check() {
  const query = new URLSearchParams({ repository_url: `https://github.com/${NAME}` })
  const { data } = await clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
  return githubCheckSchema.parse(data)
}

describe('texts of a repository for the languages of the site', () => {
  it('are read from .marketplace/README.{lang}.md; their openings are descriptions', async () => {
    repository({
      'README.en.md': 'Plain.',
      'README.de.md': '# Titel\n\nZählt **auf**. [Mehr](docs/mehr.md)\n\n## Einbau\n\nSo.',
      'README.zh.md': '计数。',
    })
    expect(await check()).toMatchObject({
      description: 'Plain.',
      translations: [
        { language: 'en', description: 'Plain.' },
        {
          language: 'de',
          description: expect.stringMatching(
            /^Zählt \*\*auf\*\*\. \[Mehr\]\(https:\/\/github\.com\/[^)]+\/blob\/[0-9a-f]{40}\/\.marketplace\/docs\/mehr\.md\)$/,
          ),
        },
        { language: 'zh-Hans', description: '计数。' },
      ],
    })
  })

  it.each([
    [{ 'README.de.md': 'Deutsch.', 'README.en.md': 'English.' }, 'English.'],
    [{ 'README.ja.md': '日本語。' }, '日本語。'],
    [{ 'README.pt.md': 'Português.' }, 'From the repository.'],
    // A note to authors, in the maker's template.
    [{ 'README.md': 'How to fill this folder.' }, 'From the repository.'],
    [{ 'README.md': 'How to fill this folder.', 'README.de.md': 'Deutsch.' }, 'Deutsch.'],
    [{}, 'From the repository.'],
  ])('propose the description of the form: %j', async (texts, description) => {
    repository(texts)
    expect(await check()).toMatchObject({ description })
  })

  it('of an unknown language, a second one of the same, and empty ones are left out', async () => {
    repository({
      'README.pt.md': 'x',
      'README..md': 'x',
      'README.de.txt': 'x',
      'README.zh-CN.md': '一。',
      'README.zh.md': '二。',
      'README.fr.md': '# Titre\n',
    })
    expect((await check()).translations).toEqual([{ language: 'zh-Hans', description: '一。' }])
  })

  it('that are too large count as missing; thousands of files cost no more requests', async () => {
    const many = Array.from({ length: 900 }, (_, at) => [`README.x${at}.md`, 'x'])
    repository({ 'README.de.md': 'x'.repeat(300 * 1024), ...Object.fromEntries(many) })
    github.asked.length = 0
    expect((await check()).translations).toEqual([])
    expect(github.asked.length).toBeLessThanOrEqual(9)
  })

  it('are published with the plugin, and read again with its next version', async () => {
    repository({ 'README.de.md': 'Deutsch.' })
    const input = await projectInput(backend, ada, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: `https://github.com/${NAME}`,
    })
    const { data } = await clientOf(backend).post('/plugin', input, ada)
    const { id, translations } = projectSchema.parse(data)
    expect(translations).toEqual([{ language: 'de', description: 'Deutsch.' }])
    repository({ 'README.fr.md': 'Français.' })
    await clientOf(backend).ask('/plugin', {
      method: 'PUT',
      token: ada,
      body: { id, refresh: true },
    })
    expect((await clientOf(backend).ask(`/plugin/${id}`)).data).toMatchObject({
      translations: [{ language: 'fr', description: 'Français.' }],
    })
  })
})
