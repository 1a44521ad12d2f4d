import { getTranslations } from 'next-intl/server'
import { CopyButton } from '#components/ui/copy-button-client.tsx'

type Props = {
  name: string
  /** Of the button that copies it. */
  label: string
  hash: string
}

/** A hash among the facts of a project, with a button that copies it. */
export async function Hash({ name, label, hash }: Props) {
  const t = await getTranslations('detail')
  return (
    <div className="wide">
      <dt className="flex items-center justify-between gap-2">
        {name}
        <CopyButton text={hash} label={label} copied={t('copied')} failed={t('copyFailed')} />
      </dt>
      <dd dir="ltr" className="font-mono text-xs break-all text-content-muted">
        {hash}
      </dd>
    </div>
  )
}
