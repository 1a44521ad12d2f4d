'use client'

import { Icon } from '#components/ui/icons.tsx'
import { PACKAGE_PLATFORMS, systemOf } from '#lib/contract/file/plugin-package.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { placeOf } from '#lib/creator/arrange.ts'
import { uploadEndings } from '#lib/creator/check-file.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { FilesField } from './files-field-client.tsx'
import { WarningBox } from './file-issues-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { StoredFile } from './stored-file-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useRemoval } from '#components/creator/files/use-removal-client.ts'
import { useUpload } from './use-upload-client.ts'
import { CHANGE } from './use-suggestions-client.ts'

/** Packages of a plugin: one for all systems, or one for each. */
export function PackagesControl() {
  const { kind, form, values, maxBytes, uploaded, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator')
  const { packages } = values
  const upload = useUpload({
    kind,
    field: 'packages',
    maxBytes,
    onTaken: uploaded.addPackage,
    onSignedOut,
  })
  const { fieldRef, remove } = useRemoval(packages, 'packageRemoved', (rest) =>
    form.setValue('packages', rest, CHANGE),
  )

  /** One after the other; the first that is rejected ends it. */
  async function take(files: File[]) {
    const room = PACKAGE_PLATFORMS.length - packages.length
    for (const file of files.slice(0, room)) if (!(await upload.send(file))) return
  }
  return (
    <>
      <FilesField
        name="packages"
        files={packages}
        upload={upload}
        accept={uploadEndings(kind)}
        button={t('packagesAdd')}
        hint={packages.length > 0 || upload.sending ? undefined : t('packagesDrop')}
        isMultiple
        onFiles={(files) => void take(files)}
        fieldRef={fieldRef}
      >
        {packages.length > 0 && (
          <ul className="space-y-2">
            {packages.map((file, at) => (
              <Package key={file.id} file={file} at={at} onRemove={() => remove(at)} />
            ))}
          </ul>
        )}
      </FilesField>
      {packages.length > 0 && values.facts?.proof === null && (
        <p className="mt-1.5 text-sm">
          <a href="#ownership" className="font-medium underline underline-offset-4">
            {t('packagesProve')}
          </a>
        </p>
      )}
    </>
  )
}

type PackageProps = { file: UploadedFile; at: number; onRemove: () => void }

function Package({ file, at, onRemove }: PackageProps) {
  const t = useFormMessages('creator')
  const os = useFormMessages('os')
  const { name, platform, warnings = [] } = file
  const { system, architecture } = systemOf(platform ?? 'universal')
  return (
    <li className="text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <StoredFile file={file} />
          <p className="flex items-center gap-1.5 ps-6 text-content-muted">
            <Icon name={system} className="shrink-0" /> {os(system)}
            {architecture !== null && <bdi dir="ltr">{architecture}</bdi>}
          </p>
        </div>
        <button
          {...intentProps('remove', placeOf('packages', at))}
          aria-label={t('remove', { name })}
          data-remove
          onClick={(event) => {
            event.preventDefault()
            onRemove()
          }}
          className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2"
        >
          <Icon name="x" />
        </button>
      </div>
      <WarningBox warnings={warnings} />
    </li>
  )
}
