'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { GALLERY_MAX, IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { checkFile, PICTURE_TYPES } from '#lib/creator/check-file.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { DrawCover } from './draw-cover-client.tsx'
import { FilesField } from './files-field-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useReportMore } from './pending-uploads-client.tsx'
import { PictureList } from './picture-list-client.tsx'
import { ReadmePictures } from './readme-pictures-client.tsx'
import { useCrop } from './use-crop-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useRemoval } from '#components/creator/files/use-removal-client.ts'
import { CHANGE } from './use-suggestions-client.ts'
import { useUpload } from './use-upload-client.ts'

/** The cover: one picture. */
export function CoverControl() {
  const { form, values, source, uploaded } = useCreatorForm()
  const t = useFormMessages('creator')
  return (
    <div className="space-y-4">
      {source === 'file' ? <DrawCover /> : <ReadmePictures name="cover" />}
      <PicturesControl
        name="cover"
        pictures={values.cover ? [values.cover] : []}
        maximum={1}
        button={values.cover ? t('replace') : t('choose')}
        onTaken={uploaded.takeCover}
        onChange={([cover = null]) => form.setValue('cover', cover, CHANGE)}
      />
    </div>
  )
}

/** The gallery: up to three pictures in an order; takes pasted pictures too. */
export function GalleryControl() {
  const { form, values, source, uploaded } = useCreatorForm()
  const t = useFormMessages('creator')
  return (
    <div className="space-y-4">
      {source === 'repository' && <ReadmePictures name="gallery" />}
      <PicturesControl
        name="gallery"
        pictures={values.gallery}
        maximum={GALLERY_MAX}
        button={t('add')}
        onTaken={uploaded.addPicture}
        onChange={(gallery) => form.setValue('gallery', gallery, CHANGE)}
      />
    </div>
  )
}

type Props = {
  name: 'cover' | 'gallery'
  pictures: UploadedFile[]
  maximum: number
  button: string
  onTaken: (picture: UploadedFile) => void
  onChange: (pictures: UploadedFile[]) => void
}

function PicturesControl(props: Props) {
  const { name, pictures, maximum, button, onChange } = props
  const t = useFormMessages('creator')
  const { crop, upload, take, isTooMany } = usePictureUploads(props)
  const isMultiple = maximum > 1
  const { fieldRef, remove } = useRemoval(pictures, 'removed', onChange)
  return (
    <>
      {crop.dialog}
      <FilesField
        name={name}
        files={pictures}
        upload={upload}
        accept={PICTURE_TYPES}
        button={button}
        hint={isMultiple ? t('galleryPaste') : undefined}
        isMultiple={isMultiple}
        error={isTooMany ? t('error.too_many') : undefined}
        onFiles={(files) => void take(files)}
        fieldRef={fieldRef}
      >
        {pictures.length > 0 && (
          <PictureList
            name={name}
            pictures={pictures}
            isSortable={isMultiple}
            onChange={onChange}
            onRemove={remove}
          />
        )}
      </FilesField>
    </>
  )
}

/** Crops and uploads pictures one after the other; the first that is rejected ends it. */
function usePictureUploads({ name, pictures, maximum, onTaken }: Props) {
  const { kind, onSignedOut } = useCreatorForm()
  const [isTooMany, setTooMany] = useState(false)
  const [isTaking, setTaking] = useState(false)
  useReportMore(isTaking)
  const crop = useCrop(name)
  const limits = { kind, purpose: name, maxBytes: IMAGE_MAX_BYTES }
  const upload = useUpload({ ...limits, field: name, onTaken, onSignedOut })

  /** @returns whether the next picture may follow. */
  async function takeOne(file: File, position: { at: number; count: number }): Promise<boolean> {
    // A picture that is rejected anyway is not cropped first.
    const part = checkFile(file, limits) === null ? await crop.choose(file, position) : undefined
    return upload.send(file, part)
  }

  async function take(files: File[]) {
    const room = maximum === 1 ? 1 : maximum - pictures.length
    setTooMany(files.length > room)
    setTaking(true)
    try {
      const taken = files.slice(0, room)
      for (const [index, file] of taken.entries()) {
        if (!(await takeOne(file, { at: index + 1, count: taken.length }))) return
      }
    } finally {
      setTaking(false)
    }
  }
  usePastedPictures(maximum > 1, (files) => void take(files))
  return { crop, upload, take, isTooMany }
}

function usePastedPictures(isEnabled: boolean, take: (files: File[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    if (pictures.length > 0) take(pictures)
  })
  useEffect(() => {
    if (!isEnabled) return
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [isEnabled])
}
