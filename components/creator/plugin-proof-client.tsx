import { CopyButton } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { Values } from '#lib/creator/form.ts'
import type { FormWords } from './words.ts'

type Props = {
  facts: NonNullable<Values['facts']>
  words: FormWords
  detailPath: string
  onAgain: () => void
  /** Leads to GitHub; nothing where the site has no sign-in there. */
  onProve: (() => void) | null
}

/** Whose a repository is, how one proves that it is one's own, and who has published it already. */
export function PluginProof({ facts, words, detailPath, onAgain, onProve }: Props) {
  const { plugin } = words
  const { proof, proof_line: line, published } = facts
  const isTaken = published && !published.is_own
  return (
    <div className="space-y-3 border-t border-line pt-4 text-sm">
      {proof && (
        <p className="flex gap-2">
          <Icon name="check" className="mt-0.5 shrink-0 text-success" />
          {{ github: plugin.byGitHub, push: plugin.byPush, file: plugin.byFile }[proof]}
        </p>
      )}
      {proof === null && (
        <>
          <p className="flex gap-2 font-medium">
            <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
            {plugin.unproved}
          </p>
          <p className="text-content-muted">{plugin.prove}</p>
          {line !== undefined && (
            <p className="flex items-center justify-between gap-3 rounded-key border border-line bg-surface-0 py-1 pr-1 pl-3">
              <code className="min-w-0 font-mono text-xs break-all">{line}</code>
              <CopyButton
                text={line}
                label={plugin.copyLine}
                copied={plugin.copied}
                failed={plugin.copyFailed}
                icon={<Icon name="copy" />}
              />
            </p>
          )}
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <button
              type="button"
              onClick={onAgain}
              className="cursor-pointer font-medium underline underline-offset-4"
            >
              {plugin.again}
            </button>
            {onProve && (
              <button
                type="button"
                onClick={onProve}
                className="cursor-pointer font-medium underline underline-offset-4"
              >
                {plugin.provePush}
              </button>
            )}
          </p>
        </>
      )}
      {isTaken && (
        <p>
          {proof && !published.is_verified ? plugin.takeOver : words.faults.plugin_taken}{' '}
          <a href={`${detailPath}/${published.id}`} className="underline underline-offset-4">
            {plugin.publishedLink}
          </a>
        </p>
      )}
    </div>
  )
}
