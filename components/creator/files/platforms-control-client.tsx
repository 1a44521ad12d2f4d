'use client'

import type { ComponentProps } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { NO_PLATFORM, type StatedPlatform } from '#lib/contract/file/package-systems.ts'
import { platformName } from '#lib/i18n/platform-name.ts'
import { listStated, STATED_PLATFORMS, toStatedText } from '#lib/creator/stated-files.ts'
import { useField } from '#components/creator/controls/use-field-client.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { CHANGE } from './use-suggestions-client.ts'

const NAME = 'package_systems'

/** Which system each package of a plugin is for: what its name says, for its author to confirm or to correct. One for all systems asks nothing. */
export function PlatformsControl() {
  const { form, values } = useCreatorForm()
  const { id, label, optional, error, help } = useField(NAME)
  const files = listStated(values)
  const isPlain = files.every(({ platform, stated }) => platform === 'universal' && stated === '')
  if (isPlain && error === undefined) return null
  const change = (name: string, text: string) =>
    form.setValue(
      NAME,
      files.map((file) => (file.name === name ? text : toStatedText(file.name, file.stated))),
      CHANGE,
    )
  return (
    <fieldset
      id={files.length === 0 ? id : undefined}
      tabIndex={-1}
      aria-describedby={noteIds(id, { error, help })}
      className="space-y-1.5"
    >
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={optional} />
      </legend>
      <ul className="divide-y divide-line rounded-key border border-line">
        {files.map((file, at) => (
          <PlatformRow
            key={file.name}
            id={at === 0 ? id : `${id}-${at}`}
            file={file}
            aria-invalid={error !== undefined}
            onChange={({ target }) => change(file.name, target.value)}
          />
        ))}
      </ul>
      <FieldNote id={id} error={error} help={help} />
    </fieldset>
  )
}

type RowProps = { file: ReturnType<typeof listStated>[number] } & ComponentProps<'select'>

/** A file, and the list of platforms; the first option leaves it to its name. */
function PlatformRow({ file: { name, platform, stated }, id, ...select }: RowProps) {
  const t = useFormMessages('creator')
  const os = useFormMessages('os')
  const nameOf = (of: StatedPlatform) =>
    of === NO_PLATFORM ? t('packageSystemsNone') : platformName(of, os)
  const found =
    platform === null
      ? t('packageSystemsOpen')
      : t('packageSystemsFound', { system: nameOf(platform) })
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 p-3 sm:grid-cols-2">
      <label htmlFor={id} className="text-sm wrap-anywhere">
        <bdi>{name}</bdi>
      </label>
      <select
        {...select}
        id={id}
        name={NAME}
        value={toStatedText(name, stated)}
        data-undecided={platform === null && stated === '' ? true : undefined}
        className="h-11 w-full min-w-0 rounded-key border border-line-control bg-surface-0 px-3 text-sm data-undecided:border-warning"
      >
        <option value={toStatedText(name, '')}>{found}</option>
        {STATED_PLATFORMS.map((one) => (
          <option key={one} value={toStatedText(name, one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </li>
  )
}
