import { expect } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { container, picture } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

const NOTICE = 'Another project has this name'

test(
  'a title that another author has is named before it is published, with and without scripts, and on its page',
  { tag: '@long' },
  async ({ page, browser }) => {
    const elsewhere = await browser.newPage()
    const { username } = await register(elsewhere)
    await publishByApi(elsewhere, `Night bus ${username}`)
    await elsewhere.context().close()
    /** With Cyrillic letters, and in another case. */
    const title = `Nіght Bus ${username.toUpperCase()}`

    await register(page)
    await page.goto('/home/user/uploadicon')
    const field = page.getByLabel('Title')
    await field.fill('photo\u202egnp')
    await field.blur()
    await expect(field).toHaveAccessibleDescription(/invisible character/)
    await expect(field).toHaveValue('photo\u202egnp')
    await field.fill(title)
    const named = page.getByRole('status').filter({ hasText: NOTICE })
    await expect(named.getByRole('link', { name: `Night bus ${username}` })).toBeVisible()
    await expect(named).toContainText(username)
    await field.fill(`Day ${title}`)
    await expect(named).toHaveCount(0)

    const plain = await withoutScripts(page)
    await plain.goto('/home/user/uploadicon?draft=new')
    await plain
      .getByLabel('File: Choose')
      .setInputFiles(await container(KIND_TABLE.icon.fileEnding, 'sun'))
    await plain.getByLabel('Title').fill(title)
    await plain.getByLabel('Cover: Choose').setInputFiles(await picture())
    await plain.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
    await plain.getByLabel('Category').selectOption('nature')
    const publish = plain.getByRole('button', { name: 'Publish', exact: true })
    // The pack has no manifest: that is looked at first.
    await publish.click()
    await expect(plain.getByText('There is no manifest')).toBeVisible()
    await publish.click()
    await expect(plain.getByText(NOTICE)).toBeVisible()
    await expect(plain.getByLabel('Title')).toHaveValue(title)
    await publish.click()
    await expect(plain).toHaveURL(/\/home\/user\/published\//)
    await plain.getByRole('link', { name: 'View project' }).click()
    await plain.getByRole('link', { name: NOTICE }).click()
    await expect(
      plain.getByRole('heading', { name: `Night bus ${username}`, exact: true }),
    ).toBeVisible()
  },
)
