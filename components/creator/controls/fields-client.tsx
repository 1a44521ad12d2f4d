'use client'

import type { ComponentType } from 'react'
import type { Control } from '#lib/creator/descriptor.ts'
import { type FieldName, FIELDS, fieldsOf } from '#lib/creator/fields.ts'
import {
  CategoryControl,
  ChannelControl,
  SystemsControl,
  LanguageControl,
} from './choice-controls-client.tsx'
import { DescriptionControl, NotesControl } from './markdown-control-client.tsx'
import { FileControl } from '#components/creator/files/file-control-client.tsx'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { fieldId } from '#components/creator/form/focus-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { PackagesControl } from '#components/creator/files/packages-control-client.tsx'
import { PlatformsControl } from '#components/creator/files/platforms-control-client.tsx'
import { CoverControl, GalleryControl } from '#components/creator/files/pictures-control-client.tsx'
import { OwnerControl, RepositoryControl } from './repository-control-client.tsx'
import { LineControl, TagsControl, TimeControl, VersionControl } from './text-controls-client.tsx'
import { LicenseControl } from './license-control-client.tsx'

const CONTROLS: Record<Control, ComponentType<ControlProps>> = {
  line: LineControl,
  license: LicenseControl,
  version: VersionControl,
  channel: ChannelControl,
  time: TimeControl,
  description: DescriptionControl,
  notes: NotesControl,
  language: LanguageControl,
  systems: SystemsControl,
  category: CategoryControl,
  tags: TagsControl,
  file: FileControl,
  packages: PackagesControl,
  platforms: PlatformsControl,
  cover: CoverControl,
  gallery: GalleryControl,
  repository: RepositoryControl,
  owner: OwnerControl,
}

/** The fields that the sections after the first one begin with. */
const STARTS = { shown: 'title', details: 'version' } as const satisfies Record<string, FieldName>

/** The fields of the form's kind in their sections, in the order of their declarations. */
export function FormFields() {
  const { source, isEdit } = useCreatorForm()
  const t = useFormMessages('creator')
  const names = fieldsOf(source).filter((name) => isEdit || !FIELDS[name].isEditOnly)
  const shown = names.indexOf(STARTS.shown)
  const details = names.indexOf(STARTS.details)
  const sections = [
    { title: t(`sections.${source}`), fields: names.slice(0, shown) },
    { title: t('sections.shown'), fields: names.slice(shown, details) },
    { title: t('sections.details'), fields: names.slice(details) },
  ]
  return sections.map(({ title, fields }) => (
    <section key={title} className="space-y-5 border-t border-line pt-7">
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      <div className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-7 sm:grid-cols-2">
        {fields.map((name) => {
          const { control, isHalfWidth } = FIELDS[name]
          const FieldControl = CONTROLS[control]
          return (
            <div
              key={name}
              id={fieldId(name)}
              className={isHalfWidth ? undefined : 'sm:col-span-2'}
            >
              <FieldControl name={name} />
            </div>
          )
        })}
      </div>
    </section>
  ))
}
