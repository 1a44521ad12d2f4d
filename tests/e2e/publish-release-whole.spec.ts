import { randomInt } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { eventHeaders, pingEvent, releaseEvent } from '#tests/support/github-events.ts'
import { notify } from '#tests/support/notify-step.ts'
import { exampleTree, releasedTree, templateTree } from '#tests/support/real-trees.ts'
import { setRepository } from '#tests/support/stand-ins.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishPlugin } from './own-projects.ts'
import { register, test } from './people.ts'
import { downloadOffer, expectVersion, setUpReleases, visitorOn } from './releases.ts'

/** The offer that a visitor sees. */
const offer = (page: Page) => page.locator('[data-thumb-bar]:visible')

test(
  'a release with native packages is published by the step of the maker’s workflow, and every visitor gets the package for their system',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    const repository = `${username}/whole`
    const native = { native: true, uuid: `@${username}/whole`, name: 'Whole' }
    const proof = { keystrip: username }
    const first = templateTree({ version: '1.0.0', manifest: native })
    await setRepository(repository, releasedTree(first, { version: '1.0.0', ...proof }))
    const id = await publishPlugin(page, repository)
    const address = page.url()
    const settings = `/home/user/settings/plugin/${id}`
    await expect(page.getByText('Verified owner', { exact: true })).toBeVisible()
    const { secret, apiBaseUrl } = await setUpReleases(page, id)
    const manifest = first.files['manifest.json'] ?? ''
    const send = (tag: string) => notify({ apiBaseUrl, secret, repository, tag, manifest })

    // The page is cached before the release.
    const visitor = await visitorOn(browser, 'Linux')
    await expectVersion(visitor, address, '1.0.0')
    const permissions = ['logger', 'file', 'http']
    const next = templateTree({ version: '1.1.0', manifest: { ...native, permissions } })
    const notes = 'Reads **files** now.\r\n'
    await setRepository(repository, releasedTree(next, { version: '1.1.0', notes, ...proof }))
    const { code, log } = await send('v1.1.0')
    expect(code, log).toBe(0)
    expect(log).toContain('"state":"published"')
    await expectVersion(visitor, address, '1.1.0')
    await expect(visitor.locator('.notes').first()).toHaveText('Reads files now.')
    const rights = visitor.getByRole('region', { name: 'What it can do' })
    await expect(rights).toContainText('Reads, writes and deletes files on your computer.')
    await expect(rights).toContainText('Exchanges data with any website.')
    await expect(visitor.getByRole('region', { name: 'Versions' })).toContainText('1.0.0')

    const mac = await visitorOn(browser, 'macOS')
    const windows = await visitorOn(browser, 'Windows')
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(address)
    await expect(plain.locator('[data-offer=none] li')).toHaveCount(
      Object.keys(next.packages).length,
    )
    await expect(plain.locator('a[data-install]:visible')).toHaveCount(0)
    await plain.context().close()
    for (const [seen, words, name] of [
      [visitor, 'Linux · .flexplugin', 'Whole-linux-x64.flexplugin'],
      [mac, 'macOS · .flexplugin', 'Whole-darwin-arm64.flexplugin'],
      [windows, 'Windows · .flexplugin', 'Whole-win32-x64.flexplugin'],
    ] as const) {
      await seen.goto(address)
      await expect(offer(seen)).toHaveCount(1)
      await expect(offer(seen)).toContainText(words)
      expect(Buffer.from(next.packages[name] ?? []).equals(await downloadOffer(seen))).toBe(true)
      await seen.context().close()
    }

    const wrong = templateTree({ version: '1.1.1', manifest: native })
    await setRepository(repository, releasedTree(wrong, { version: '1.2.0', ...proof }))
    const refused = await send('v1.2.0')
    expect(refused.code).toBe(22)
    expect(refused.log).toContain('409')
    await page.goto(settings)
    const deliveries = page.locator('#releases ol > li')
    await expect(deliveries.nth(0)).toContainText('v1.2.0')
    await expect(deliveries.nth(0)).toContainText(
      'Whole-win32-x64.flexplugin is version 1.1.1, not 1.2.0',
    )
    await expect(deliveries.nth(1)).toContainText(/v1\.1\.0\s*Published.*release workflow/s)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Version 1.1.0 published' }),
    ).toContainText('GitHub v1.1.0')
    await expectNoAxeFaults(page, 'the settings of a plugin with deliveries')
  },
)

test(
  'a release is published by GitHub’s webhook after its ping, and the next one when its author looks',
  { tag: '@long' },
  async ({ page, request }) => {
    const { username } = await register(page)
    const repository = `${username}/hooked`
    const numbers = { id: randomInt(1, 2 ** 40), ownerId: randomInt(1, 2 ** 40) }
    const proof = { keystrip: `# who may publish\n${username}\n`, ...numbers }
    const release = async (version: string) => {
      const tree = exampleTree({ version })
      await setRepository(repository, releasedTree(tree, { version, ...proof }))
      return tree.packages
    }
    await release('1.1.3')
    const id = await publishPlugin(page, repository)
    const address = page.url()
    const { secret, webhook } = await setUpReleases(page, id)
    const subject = { owner: username, name: 'hooked', ...numbers }
    const deliver = async (event: string, delivery: string, body: object) => {
      const data = JSON.stringify(body)
      const answer = await request.post(webhook, {
        data,
        headers: eventHeaders(event, delivery, secret, data),
      })
      return { status: answer.status(), ...(await answer.json()) }
    }
    expect(await deliver('ping', `${username}-0`, pingEvent(subject, webhook))).toMatchObject({
      status: 200,
      data: { delivery: null },
    })
    const assets = await release('1.2.0')
    const event = releaseEvent(subject, { tag: 'v1.2.0', assets })
    expect(await deliver('release', `${username}-1`, event)).toMatchObject({
      status: 200,
      data: { delivery: { state: 'published', version: '1.2.0' } },
    })
    await expectVersion(page, address, '1.2.0')
    expect(await downloadOffer(page)).toHaveLength(
      assets['com.eniac.example.flexplugin']?.length ?? 0,
    )
    expect(await deliver('release', `${username}-1`, event)).toMatchObject({ status: 409 })

    await release('1.3.0')
    await page.goto(`/home/user/settings/plugin/${id}`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('The result will be in the list in a moment')).toBeVisible()
    await expectVersion(page, address, '1.3.0')
    await page.goto(`/home/user/settings/plugin/${id}`)
    const deliveries = page.locator('#releases ol > li')
    await expect(deliveries).toHaveText([/by you/, /v1\.2\.0.*Published.*GitHub webhook/s])
  },
)
