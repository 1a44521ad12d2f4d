import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { WarningBox } from '#components/creator/files/file-issues-client.tsx'
import { PictureList } from '#components/creator/files/picture-list-client.tsx'
import { StoredFile } from '#components/creator/files/stored-file-client.tsx'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { OpaqueUpload } from '#components/creator/files/file-control-client.tsx'

import messages from '#messages/en.json' with { type: 'json' }

const file: UploadedFile = { id: 'f1', name: 'desk.flexbar', size: 2048, alt: '' }
const HASH = 'ab'.repeat(32)

/** What the form says, without its markup. */
const textOf = (children: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('an uploaded picture in the form', () => {
  it('has what is doubtful about its size beside it', () => {
    const warnings = [
      { code: 'small_cover', value: '200 × 30', limit: 256 },
      { code: 'thin_picture', value: '200 × 30', limit: 32 },
    ]
    const list = (pictures: UploadedFile[]) => (
      <PictureList
        name="cover"
        pictures={pictures}
        isSortable={false}
        onChange={() => undefined}
        onRemove={() => undefined}
      />
    )
    expect(textOf(list([{ ...file, url: '/x', warnings }]))).toContain(
      'The cover has 200 × 30 pixels. Below 256 pixels of width it looks blurred in lists. The picture has 200 × 30 pixels. A side shorter than 32 pixels can hardly be seen.',
    )
    expect(textOf(list([{ ...file, url: '/x', warnings: [] }]))).not.toContain('pixels')
  })
})

describe('an uploaded file in the form', () => {
  it('has its name, its size and its format', () => {
    expect(textOf(<StoredFile file={{ ...file, format: 'keystrip' }} />)).toBe(
      'desk.flexbar, 2 kB Keystrip archive',
    )
  })

  it('is the original, with the file that is installed in place of it', () => {
    const original = { name: 'C# &.zip', size: 1024, sha256: HASH, url: '/api/v1/file/f1/x' }
    const shown = { ...file, name: 'C# &.iconpack', format: 'folder' as const, original }
    expect(textOf(<StoredFile file={shown} />)).toBe(
      'C# &amp;.zip, 1 kB Folder of pictures Installed as C# &amp;.iconpack. Your original file is offered alongside it, unchanged.',
    )
  })

  it('has nothing but its name in a draft of an earlier release', () => {
    expect(textOf(<StoredFile file={file} />)).toBe('desk.flexbar, 2 kB')
    expect(textOf(<OpaqueUpload file={file} />)).toBe('')
  })
})

describe('a file whose contents are not shown', () => {
  const items = Array.from({ length: 100 }, (_, at) => ({ name: `pages/${at}.bin`, size: 1024 }))
  it('has its hash, its first entries, and the number of the others', () => {
    const entries = { count: 130, items }
    const said = textOf(
      <OpaqueUpload file={{ ...file, format: 'opaque', sha256: HASH, entries }} />,
    )
    expect(said).toContain('Its contents are not shown')
    expect(said).toContain(`SHA-256 ${HASH}`)
    expect(said).toContain('130 files in the archive pages/0.bin 1 kB')
    expect(said).toMatch(/pages\/99\.bin 1 kB and 30 more$/)
  })

  it('has no list of entries if it is no archive', () => {
    const said = textOf(<OpaqueUpload file={{ ...file, format: 'opaque', entries: null }} />)
    expect(said).toContain('Its contents are not shown')
    expect(said).not.toContain('archive')
  })

  it('is no warning of its own; what else is doubtful is', () => {
    expect(textOf(<WarningBox warnings={[{ code: 'not_shown' }]} />)).toBe('')
    const warnings = [{ code: 'not_shown' }, { code: 'not_a_folder', entry: 'a.ttf', count: 2 }]
    const said = textOf(<WarningBox warnings={warnings} />)
    expect(said).toContain('Without “a.ttf” and similar files (2 in all)')
    expect(said).not.toContain('neither read')
    const kept = textOf(
      <WarningBox warnings={[{ code: 'files_kept', entry: 'a.html', count: 2 }]} />,
    )
    expect(kept).toContain(
      '2 other files are kept in the download and listed on the page, such as “a.html”.',
    )
  })
})
