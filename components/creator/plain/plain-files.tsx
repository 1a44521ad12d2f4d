import { useTranslations } from 'next-intl'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { PACKAGE_ENDING } from '#lib/contract/file/plugin-package.ts'
import { PICTURE_TYPES, uploadEndings } from '#lib/creator/check-file.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { GALLERY_SLOTS, PACKAGE_SLOTS, slotInputs } from '#lib/creator/plain-form.ts'
import { FileWarnings, WarningBox } from '#components/creator/files/file-issues-client.tsx'
import { PlainDraw } from './plain-draw.tsx'
import type { PlainControlProps } from './plain-field.tsx'
import { idOf, useFieldTexts } from './plain-view.ts'
import { StoredFile } from '#components/creator/files/stored-file-client.tsx'
import { UnseenFile } from '#components/creator/files/unseen-file-client.tsx'

const frame = 'space-y-3 rounded-card border border-line p-4'

/** The project's file. */
export function PlainFile({ name, view }: PlainControlProps) {
  const { label, help, error } = useFieldTexts(view)(name)
  const { file } = view.values
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={undefined} isRequired />
      </legend>
      <div className={frame}>
        {file && <KeptFile slot={name} file={file} />}
        {file && <UnseenFile file={file} />}
        {file && <WarningBox warnings={file.warnings} />}
        <FileInput
          slot={name}
          group={label}
          id={idOf(name)}
          accept={uploadEndings(view.kind).join(',')}
          isKept={file !== null}
          error={error}
          help={help}
        />
      </div>
      <FieldNote id={idOf(name)} error={error} help={help} />
    </fieldset>
  )
}

/** Packages of a plugin. */
export function PlainPackages({ name, view }: PlainControlProps) {
  const { label, optional, help, error } = useFieldTexts(view)(name)
  const t = useTranslations('creator')
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={optional} />
      </legend>
      <div className={frame}>
        {PACKAGE_SLOTS.map((slot, at) => {
          const file = view.values.packages[at] ?? null
          const group = t('plain.package', { number: at + 1 })
          return (
            <div key={slot} className="space-y-2">
              {file && <KeptFile slot={slot} file={file} />}
              {file?.warnings && <FileWarnings warnings={file.warnings} />}
              <FileInput
                slot={slot}
                group={group}
                id={at === 0 ? idOf(name) : `${idOf(name)}-${at + 1}`}
                accept={`${PACKAGE_ENDING},.zip`}
                isKept={file !== null}
                error={at === 0 ? error : undefined}
                help={help}
              />
              {file && (
                <label className="flex items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    name={slotInputs(slot).remove}
                    value="1"
                    className="size-4"
                  />
                  {t('plain.remove')}
                </label>
              )}
            </div>
          )
        })}
      </div>
      <FieldNote id={idOf(name)} error={error} help={help} />
    </fieldset>
  )
}

/** The cover. */
export function PlainPicture({ name, view }: PlainControlProps) {
  const { label, help, error } = useFieldTexts(view)(name)
  const hasFile = KIND_TABLE[view.kind].source === 'file'
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={undefined} isRequired />
      </legend>
      {hasFile && <PlainDraw view={view} />}
      <div className={frame}>
        <PictureInputs
          slot={name}
          group={label}
          id={idOf(name)}
          file={view.values.cover}
          error={error}
          help={help}
        />
      </div>
      <FieldNote id={idOf(name)} error={error} help={help} />
    </fieldset>
  )
}

/** Pictures of the gallery, with places by which they are ordered. */
export function PlainGallery({ name, view }: PlainControlProps) {
  const { label, help, error } = useFieldTexts(view)(name)
  const t = useTranslations('creator')
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={undefined} isRequired />
      </legend>
      {GALLERY_SLOTS.map((slot, at) => {
        const file = view.values.gallery[at] ?? null
        const number = at + 1
        const inputs = slotInputs(slot)
        return (
          <fieldset key={slot} className={frame}>
            <legend className="float-start mb-2 text-sm text-content-muted">
              {t('plain.picture', { number })}
            </legend>
            <div className="clear-both space-y-3">
              <PictureInputs
                slot={slot}
                group={t('plain.picture', { number })}
                id={at === 0 ? idOf(name) : `${idOf(name)}-${number}`}
                file={file}
                error={at === 0 ? error : undefined}
                help={help}
              />
              {file && (
                <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
                  <label className="flex items-center gap-2">
                    {t('plain.place')}
                    <input
                      type="number"
                      name={inputs.place}
                      defaultValue={number}
                      className="h-9 w-20 rounded-key border border-line-control bg-surface-0 px-2.5"
                    />
                  </label>
                  <label className="flex items-center gap-2">
                    <input type="checkbox" name={inputs.remove} value="1" className="size-4" />
                    {t('plain.remove')}
                  </label>
                </div>
              )}
            </div>
          </fieldset>
        )
      })}
      <FieldNote id={idOf(name)} error={error} help={help} />
    </fieldset>
  )
}

type SlotProps = {
  slot: string
  /** Label of the group, which makes the labels of its inputs unique. */
  group: string
  id: string
  error: string | undefined
  help: string | undefined
}

/** A picture with its alternative text. */
function PictureInputs({ file, ...slot }: SlotProps & { file: UploadedFile | null }) {
  const t = useTranslations('creator')
  const optional = useTranslations('form')('optional')
  return (
    <>
      {file && <KeptFile slot={slot.slot} file={file} />}
      <FileInput {...slot} accept={PICTURE_TYPES.join()} isKept={file !== null} />
      <label className="block space-y-1 text-sm">
        <span className="text-content-muted">
          <LabelText label={t('alt')} optional={optional} />
        </span>
        <input
          name={slotInputs(slot.slot).alt}
          aria-label={t('labelled', { label: slot.group, value: t('alt') })}
          defaultValue={file?.alt}
          dir="auto"
          className="h-10 w-full rounded-key border border-line-control bg-surface-0 px-2.5"
        />
      </label>
    </>
  )
}

/** The file that is used unless another one is chosen. */
function KeptFile({ slot, file }: { slot: string; file: UploadedFile }) {
  const { url } = file
  const isPicture = slot !== 'file' && !PACKAGE_SLOTS.includes(slot)
  return (
    <div className="flex items-center gap-3 text-sm">
      <input type="hidden" name={slotInputs(slot).kept} value={JSON.stringify(file)} />
      {isPicture && url !== undefined && (
        <img
          src={url}
          alt=""
          className="aspect-[16/10] w-28 shrink-0 rounded-key bg-surface-2 object-cover sm:w-40"
        />
      )}
      {file.name !== '' && <StoredFile file={file} />}
    </div>
  )
}

type InputProps = SlotProps & { accept: string; isKept: boolean }

function FileInput({ slot, group, id, accept, isKept, error, help }: InputProps) {
  const t = useTranslations('creator')
  const label = t(isKept ? 'replace' : 'choose')
  return (
    <label className="block space-y-1.5 text-sm">
      <span className="block text-content-muted">{label}</span>
      <input
        type="file"
        id={id}
        name={slot}
        aria-label={t('labelled', { label: group, value: label })}
        accept={accept}
        aria-invalid={error !== undefined}
        aria-describedby={noteIds(id, { error, help })}
        className="block w-full text-sm file:me-3 file:h-10 file:cursor-pointer file:rounded-key file:border file:border-line-control file:bg-surface-1 file:px-4 file:text-sm file:font-medium file:text-content"
      />
    </label>
  )
}
