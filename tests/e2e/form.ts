import { expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { buildManifest, buildContainer, buildIconPack } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'

/** The visible name of each kind and one of its categories. */
export const WORDS = {
  icon: { one: 'Icon pack', publish: 'Publish an icon pack', category: 'nature' },
  profile: { one: 'Profile', publish: 'Publish a profile', category: 'design' },
  flexpage: { one: 'Page', publish: 'Publish a page', category: 'design' },
} as const

/** A picture in the aspect ratio of cards, unless `width` differs from the default. */
export async function picture(name = 'cover.png', width = 640) {
  return { name, mimeType: 'image/png', buffer: await createPicture({ width }) }
}
/** A project file: an icon pack without a manifest, or a strip of one key. */
export async function container(ending: string, ...names: string[]) {
  const about = { name: `mine${ending}`, mimeType: 'application/zip' }
  if (ending === KIND_TABLE.icon.fileEnding) {
    return { ...about, buffer: (await buildIconPack(...names)).bytes }
  }
  const format = ending === KIND_TABLE.profile.fileEnding ? 'profile' : 'flexpage'
  const manifest = buildManifest(format, { version: '1.0.0', minimum_version: '1.0.0' })
  return { ...about, buffer: buildContainer(manifest, []) }
}

/** Fills in everything that the form requires. */
export async function fillIn(page: Page, kind: keyof typeof WORDS, title: string) {
  const ending = KIND_TABLE[kind].fileEnding
  await page.getByLabel('File: Choose').setInputFiles(await container(ending, 'sun', 'moon'))
  await expect(page.getByText(`mine${ending}, `)).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Tagline').fill('Fruit for keys')
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await page.getByLabel('Description').fill('Trees and **fruit**.')
  await page.getByLabel('Category').selectOption(WORDS[kind].category)
}

/** Begins the form of a plugin: the repository is read. */
export async function readRepository(page: Page, repository: string) {
  await page.goto('/home/user/uploadplugin')
  await page.getByLabel('Repository', { exact: true }).fill(repository)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Read from the repository')).toBeVisible()
}

/** The pictures and the category of a plugin. */
export async function fillInPlugin(page: Page) {
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await page.getByLabel('Category').selectOption('productivity')
}

/** Waits until the server has what was typed. */
export const draftSaved = (page: Page) =>
  expect(page.getByText('Draft saved', { exact: true })).toBeVisible()

/** From what follows a publication to the page of the project. */
export async function viewPublished(page: Page) {
  await expect(page).toHaveURL(/\/home\/user\/published\//)
  await page.getByRole('link', { name: 'View project' }).click()
  await expect(page).toHaveURL(/\/detail\//)
}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** A field by its label, behind which optional ones are marked as such. */
export const field = (page: Page, name: string) =>
  page.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
