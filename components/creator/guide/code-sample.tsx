import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { PLACEHOLDERS } from './automation-samples.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = {
  id: string
  /** Name of the file, or what the commands do. */
  name: string
  isFile?: boolean
  code: string
}

const PLACES = new RegExp(`(${PLACEHOLDERS.join('|')})`)

/** Code to copy, with what is to be replaced underlined. Scrolls sideways, by keyboard too. */
export async function CodeSample({ id, name, isFile = false, code }: Props) {
  const [t, detail] = await getTexts('publish.automation', 'detail')
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface-1">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-surface-2 py-1 ps-4 pe-1.5 text-sm">
        {isFile ? (
          <code id={id} className="min-w-0 font-mono wrap-anywhere">
            {name}
          </code>
        ) : (
          <span id={id} className="min-w-0 font-medium">
            {name}
          </span>
        )}
        <CopyButton
          text={code}
          label={t('copy', { name })}
          copied={detail('copied')}
          failed={detail('copyFailed')}
        />
      </figcaption>
      <pre
        dir="ltr"
        role="group"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- not every browser gives the focus to what scrolls
        tabIndex={0}
        className="overflow-x-auto p-4 font-mono text-sm leading-5 -outline-offset-2"
      >
        <code>
          {code.split(PLACES).map((text, at) =>
            // Every second part is what the pattern found.
            at % 2 === 0 ? (
              text
            ) : (
              <u
                key={`${at}:${text}`}
                className="font-semibold decoration-dotted underline-offset-4"
              >
                {text}
              </u>
            ),
          )}
        </code>
      </pre>
    </figure>
  )
}
