import { createTranslator } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { describe, expect, it, vi } from 'vitest'
import {
  renderFileContents,
  OpaqueFile,
} from '#app/[locale]/home/(public)/[kind]/detail/[id]/contents.tsx'
import { OriginalFile } from '#components/project/actions.tsx'
import { OtherFiles } from '#components/project/other-files.tsx'

import { buildProject } from '#tests/support/builders.ts'
import messages from '#messages/en.json' with { type: 'json' }

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async (namespace: 'detail' | 'detail.unseen' | 'detail.otherFiles') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const HASH = 'ab'.repeat(32)
const download = (name: string) => ({ name, size: 2048, sha256: HASH, url: '/api/v1/file/f1/x' })
const license_url = '/api/v1/file/f1/license'

describe('the original of a file', () => {
  it('is offered with its name and size, and the licence beside it', async () => {
    const original = { ...download('C# <b>.zip'), url: '/api/v1/file/f1/original/x' }
    const file = { ...download('C# b.iconpack'), original, license_url }
    const html = renderToStaticMarkup(await OriginalFile({ file }))
    expect(html).toContain('href="/api/v1/file/f1/original/x" download="C# &lt;b&gt;.zip"')
    expect(html).toContain('<bdi>2 kB</bdi>')
    expect(html).toContain(`href="${license_url}"`)
    expect(html).not.toContain('C# b.iconpack')
  })

  it('is left out where the file is as it was uploaded', async () => {
    expect(await OriginalFile({ file: { ...download('a.iconpack'), license_url } })).toBeNull()
    expect(await OriginalFile({ file: null })).toBeNull()
  })
})

describe('the panel of contents that are not shown', () => {
  it('has name and size, and the entries of an archive as text', async () => {
    const entries = { count: 3, items: [{ name: '<script>', size: 1024 }] }
    const html = renderToStaticMarkup(
      await OpaqueFile({ file: { ...download('desk.flexbar'), entries }, hasStrip: true }),
    )
    expect(html).toContain('Contents not shown')
    expect(html).toContain('<bdi>desk.flexbar</bdi> · <bdi>2 kB</bdi>')
    expect(html).toContain('<summary>3 files in the archive</summary>')
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('and 2 more')
    // Not what its pictures show: the site may have drawn them.
    expect(html).toContain('It can’t be tried here.<')
  })

  it('has no list for a file that is no archive', async () => {
    const html = renderToStaticMarkup(
      await OpaqueFile({ file: download('pack.zip'), hasStrip: false }),
    )
    expect(html).not.toContain('<details')
    expect(html).not.toContain('can’t be tried')
  })
})

describe('the page of a project', () => {
  const entries = { count: 1, items: [{ name: 'build.js', size: 1024 }] }
  /** The contents that a preview and a report show of a file. */
  async function shown(format: 'keystrip' | 'opaque', kind: 'icon' | 'profile') {
    const file = { ...download('a.iconpack'), format, entries }
    const { contents } = await renderFileContents({ ...buildProject({ kind }), file }, null)
    return new Response((await prerender(contents)).prelude).text()
  }

  it.each(['icon', 'profile'] as const)('lists the other files of a file: %s', async (kind) => {
    const html = await shown('keystrip', kind)
    expect(html.match(/build\.js/g)).toHaveLength(1)
    expect(html).toContain('These are in the download too.')
  })

  it('lists the entries of a file that is not read once', async () => {
    const html = await shown('opaque', 'icon')
    expect(html.match(/build\.js/g)).toHaveLength(1)
    expect(html).not.toContain('Other files')
  })
})

it('other files are named as text, with their sizes, and how many more there are', async () => {
  const entries = { count: 103, items: [{ name: '<b>index.html', size: 1024 }] }
  const html = renderToStaticMarkup(await OtherFiles({ entries }))
  expect(html).toContain('Other files')
  expect(html).toContain('<summary>103 files</summary>')
  expect(html).toContain('<bdi class="min-w-0 break-all">&lt;b&gt;index.html</bdi>')
  expect(html).toContain('1 kB')
  expect(html).toContain('and 102 more')
})
