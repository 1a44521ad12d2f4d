'use client'

import type { ComponentType } from 'react'
import type { Control } from '#lib/creator/descriptor.ts'
import { type FieldName, FIELDS, fieldsOf } from '#lib/creator/fields.ts'
import { CategoryControl, ChannelControl, SystemsControl } from './choice-controls-client.tsx'
import { DescriptionControl } from './description-control-client.tsx'
import { FileControl } from '#components/creator/files/file-control-client.tsx'
import { fieldId } from '#components/creator/form/focus-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { LanguageControl } from './language-control-client.tsx'
import { PackagesControl } from '#components/creator/files/packages-control-client.tsx'
import { CoverControl, GalleryControl } from '#components/creator/files/pictures-control-client.tsx'
import { OwnerControl, RepositoryControl } from './repository-control-client.tsx'
import { LineControl, TagsControl, TimeControl, VersionControl } from './text-controls-client.tsx'
import { LicenseControl } from './license-control-client.tsx'

export type ControlProps = { name: FieldName }

const CONTROLS: Record<Control, ComponentType<ControlProps>> = {
  line: LineControl,
  license: LicenseControl,
  version: VersionControl,
  channel: ChannelControl,
  time: TimeControl,
  description: DescriptionControl,
  language: LanguageControl,
  systems: SystemsControl,
  category: CategoryControl,
  tags: TagsControl,
  file: FileControl,
  packages: PackagesControl,
  cover: CoverControl,
  gallery: GalleryControl,
  repository: RepositoryControl,
  owner: OwnerControl,
}

/** The fields of the form's kind, in the order of their declarations. */
export function FormFields() {
  const { source, isEdit } = useCreatorForm()
  const names = fieldsOf(source).filter((name) => isEdit || !FIELDS[name].isEditOnly)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 sm:grid-cols-2">
      {names.map((name) => {
        const { control, isHalfWidth } = FIELDS[name]
        const FieldControl = CONTROLS[control]
        return (
          <div key={name} id={fieldId(name)} className={isHalfWidth ? undefined : 'sm:col-span-2'}>
            <FieldControl name={name} />
          </div>
        )
      })}
    </div>
  )
}
