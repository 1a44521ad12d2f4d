'use client'

import { Icon } from '#components/ui/icons.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { announce } from '#lib/browser/announcement-store.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { nameOfPath, type OfferedPicture } from '#lib/contract/file/readme.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { pictureErrorOf } from '#lib/creator/check-file.ts'
import { fromUpload } from '#lib/creator/form-file.ts'
import { placeOf } from '#lib/creator/arrange.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { AskedChoice, useAsking } from './asked-choice-client.tsx'
import { useReportMore } from './pending-uploads-client.tsx'

type Props = { name: 'cover' | 'gallery' }

/** The pictures of the README of a plugin's repository, to choose for cover or gallery. */
export function ReadmePictures({ name }: Props) {
  const { values } = useCreatorForm()
  const t = useFormMessages('creator.readme')
  const { take, taking, error } = useTaking(name)
  const pictures = values.facts?.readme?.pictures ?? []
  if (pictures.length === 0) return null
  const isFull = name === 'gallery' && values.gallery.length >= GALLERY_MAX
  return (
    <AskedChoice
      title={t('title')}
      help={t('help')}
      isBusy={taking !== null}
      error={error}
      className="space-y-3 p-4"
    >
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, at) => (
          <li key={picture.path} className="max-w-full">
            <button
              {...intentProps('take', placeOf(name, at))}
              aria-label={t(name, { name: nameOfPath(picture.path) })}
              aria-disabled={isFull || taking !== null}
              aria-busy={taking === picture.path}
              onClick={(event) => {
                event.preventDefault()
                if (!isFull) void take(picture)
              }}
              className="flex max-w-full cursor-pointer items-center gap-2 overflow-hidden rounded-key border border-line-control py-1.5 ps-2 pe-3 text-sm hover:bg-surface-2 aria-busy:animate-pulse aria-disabled:cursor-default aria-disabled:opacity-75 motion-reduce:animate-none"
            >
              <Thumbnail picture={picture} />
              <bdi className="truncate">{nameOfPath(picture.path)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </AskedChoice>
  )
}

/** Of a published plugin the site has the picture. */
const Thumbnail = ({ picture: { url } }: { picture: OfferedPicture }) =>
  url ? (
    <img
      src={url}
      alt=""
      loading="lazy"
      className="h-8 w-12 shrink-0 rounded bg-surface-2 object-cover"
    />
  ) : (
    <Icon name="icon" className="size-4 shrink-0 text-content-muted" />
  )

/** Asks the server to copy a picture, one at a time. */
function useTaking(name: Props['name']) {
  const { values, uploaded } = useCreatorForm()
  const t = useFormMessages('creator.announce')
  const { ask, asked: taking, error } = useAsking<string>(pictureErrorOf)
  // The form is not sent before the picture is there.
  useReportMore(taking !== null)

  async function take({ path }: OfferedPicture) {
    const { facts } = values
    if (!facts?.readme) return
    const { repository_url, readme } = facts
    const body = { repository_url, commit: readme.commit, path, purpose: name }
    const taken = await ask(path, () => fetchCall('githubPicture', { body }))
    if (!taken) return
    const picture = fromUpload(taken)
    if (name === 'cover') uploaded.takeCover(picture)
    else uploaded.addPicture(picture)
    announce(t('uploaded', { name: picture.name }))
  }
  return { take, taking, error }
}
