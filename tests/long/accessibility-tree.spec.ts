import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { paths, type Path } from '#lib/paths.ts'
import { readList } from '#tests/e2e/lists.ts'
import { aPerson, register, test } from '#tests/e2e/people.ts'

/** Removes the addresses of links, which are not read aloud. */
const withoutAddresses = (tree: string) => tree.replaceAll(/:?\n *- \/url: .*/g, '')

test('the accessibility trees of six pages are written to the test results', async ({
  page,
}, testInfo) => {
  await page.goto('/home/index')
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  // A page is complete when its control of that role is there: the upload form needs the browser.
  const screens: [string, Path, 'main' | 'body', 'link' | 'button'][] = [
    ['Home', paths.home, 'body', 'link'],
    ['List', paths.list('icon'), 'main', 'link'],
    ['Detail', paths.detail({ kind: 'icon', id: pack?.id ?? '' }), 'main', 'button'],
    ['Search', paths.search({ q: 'cloud' }), 'main', 'link'],
    ['Sign-in', paths.login(), 'main', 'button'],
    ['Upload', paths.upload('icon'), 'main', 'button'],
  ]
  await register(page, { ...aPerson(), username: 'creator' })
  const sections: string[] = []
  for (const [name, screen, part, control] of screens) {
    await page.goto(screen)
    const shown = page.locator(part)
    await expect(shown.getByRole(control).first()).toBeVisible()
    const tree = withoutAddresses(await shown.ariaSnapshot())
    sections.push(
      `## ${name}\n\n\`${screen.replace(/[0-9a-f-]{20,}/, '{id}')}\`\n\n\`\`\`yaml\n${tree}\n\`\`\``,
    )
  }
  const file = testInfo.outputPath('accessibility-tree.md')
  await writeFile(
    file,
    `# Accessibility trees

What a screen reader gets, as text: roles, names and states in reading order, in English. The first
page has header and footer, the others their main part.

${sections.join('\n\n')}
`,
  )
  console.log(file)
})
