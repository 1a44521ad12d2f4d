import { expect } from 'playwright/test'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { EMPTY_VALUES } from '#lib/creator/values.ts'
import { expectNoAxeFaults } from './axe.ts'
import { draftSaved, fillIn } from './form.ts'
import { aPerson, register, test } from './people.ts'

test(
  'a draft is in every browser of its account, with its files, and of no other account',
  { tag: '@long' },
  async ({ page, browser }) => {
    const ada = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Secret of ${ada.username}`)
    await draftSaved(page)
    const storageState = await page.context().storageState()
    await page.context().clearCookies()
    await register(page, aPerson())
    await page.goto('/home/user/uploadicon')
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('mine.iconpack')).toHaveCount(0)
    await expect(page.getByText('Your draft was restored.')).toHaveCount(0)

    const other = await browser.newPage({ storageState })
    await other.goto('/home/user/uploadicon')
    await expect(other.getByText('Your draft was restored.')).toBeVisible()
    await expect(other.getByLabel('Title')).toHaveValue(`Secret of ${ada.username}`)
    await other.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Secret of ${ada.username}`)
    await other.goto(`/home/user/icon/${ada.username}`)
    await expect(other.getByRole('heading', { name: 'Drafts' })).toHaveCount(0)
  },
)

test(
  'a draft that another tab has changed is merged, and asks about a field that both changed',
  { tag: '@long' },
  async ({ page, context }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    await page.getByLabel('Title').fill('Orchard')
    await draftSaved(page)
    const second = await context.newPage()
    await second.goto('/home/user/uploadicon')
    await expect(second.getByLabel('Title')).toHaveValue('Orchard')
    await page.getByLabel('Title').fill('Plums')
    await page.getByLabel('Tagline').fill('Fruit for keys')
    await draftSaved(page)
    await second.getByLabel('Title').fill('Pears')
    const notice = second.getByRole('region', { name: 'This draft was changed in another tab' })
    await expect(notice.getByText('Updated from there: Tagline.')).toBeVisible()
    await expect(second.getByLabel('Title')).toHaveValue('Pears')
    await expect(second.getByLabel('Title')).toBeFocused()
    await expectNoAxeFaults(second, 'a conflict of drafts')
    await notice.getByRole('radio', { name: 'Yours, in this form' }).check()
    await notice.getByRole('button', { name: 'Use this choice' }).click()
    await draftSaved(second)
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Pears')
    await expect(page.getByLabel('Tagline')).toHaveValue('Fruit for keys')
  },
)

for (const hasScripts of [true, false]) {
  test(
    `${hasScripts ? 'with' : 'without'} scripts drafts are listed, continued and deleted`,
    { tag: hasScripts ? '@long' : [] },
    async ({ page, browser }) => {
      const { username } = await register(page)
      await page.goto('/home/user/uploadicon')
      await page.getByLabel('Title').fill(`Draft of ${username}`)
      await draftSaved(page)
      const storageState = await page.context().storageState()
      const options = { javaScriptEnabled: hasScripts, storageState }
      const own = await browser.newPage(options)
      const list = `/home/user/icon/${username}`
      await own.goto(list)
      const drafts = own.getByRole('region', { name: 'Drafts' })
      await expect(drafts.getByText(`Draft of ${username}`)).toBeVisible()
      // Axe is a script.
      if (hasScripts) await expectNoAxeFaults(own, 'a list of drafts')
      await drafts.getByRole('link', { name: `Continue “Draft of ${username}”` }).click()
      await expect(own.getByLabel('Title')).toHaveValue(`Draft of ${username}`)
      await expect(own.getByText('Your draft was restored.')).toBeVisible()
      await own.goto(list)
      await drafts.getByRole('link', { name: `Delete the draft “Draft of ${username}”` }).click()
      await expect(own.getByRole('heading', { name: 'Delete this draft?' })).toBeVisible()
      await own.getByRole('button', { name: 'Delete draft' }).click()
      await expect(own.getByText('Draft deleted')).toBeVisible()
      await expect(drafts).toHaveCount(0)
    },
  )
}

test('a draft that is gone is named as such', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon?draft=published-1')
  await expect(
    page.getByText('This draft no longer exists: it was published or deleted.'),
  ).toBeVisible()
})

test(
  'a draft of release 0.1 in the browser is sent once, opened and removed there',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    const answer = await page.request.get('/api/v1/account/info')
    const { uid } = accountInfoSchema.parse((await answer.json()).data)
    const values = { ...EMPTY_VALUES, title: 'From the browser' }
    await page.evaluate(
      ([key, draft]) => {
        localStorage.setItem(key ?? '', draft ?? '')
        localStorage.setItem('draft-icon', '{"title":"Of no account"}')
      },
      [`draft:${uid}:icon:0`, JSON.stringify({ savedAt: 1, values, base: null })],
    )
    await page.goto('/home/user/uploadicon')
    await expect(page.getByLabel('Title')).toHaveValue('From the browser')
    await expect(page).toHaveURL(/\?draft=/)
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('draft')),
    )
    expect(left).toEqual([])
  },
)

test(
  'without connection the form shows that the draft is not saved, and saves it later',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    await page.route('**/account/forms', (route) => route.abort())
    await page.getByLabel('Title').fill('Offline')
    await expect(page.getByText('Draft not saved: no connection.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Offline')
    await page.unroute('**/account/forms')
    await page.getByLabel('Title').fill('Online')
    await draftSaved(page)
    await expect(page.getByText('Draft not saved')).toHaveCount(0)
  },
)
