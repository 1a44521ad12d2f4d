import { Notice } from '#components/ui/notice.tsx'
import type { Kept } from '#lib/creator/form.ts'
import type { FormWords } from './words.ts'

type Props = {
  words: FormWords
  isDraft: boolean
  isShared: boolean
  isKept: boolean
  gone: Kept[]
  onStartOver: () => void
}

/** What there is to know of the draft: that there is one, what it lacks, whether it is kept at all. */
export function DraftNotices({ words, isDraft, isShared, isKept, gone, onStartOver }: Props) {
  const names = gone.map(({ name, alt }) => name || alt).join(', ')
  return (
    <>
      {isDraft && (
        <p className="flex flex-wrap gap-x-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
          {words.draft}
          <button
            type="button"
            onClick={onStartOver}
            className="cursor-pointer font-medium underline underline-offset-4"
          >
            {words.discard}
          </button>
        </p>
      )}
      <div role="status" className="space-y-3 empty:hidden">
        {gone.length > 0 && (
          <Notice tone="danger">{words.save.gone.replace('{names}', names)}</Notice>
        )}
        {!isKept && <Notice tone="info">{words.save.notKept}</Notice>}
        {isShared && <Notice tone="info">{words.save.shared}</Notice>}
      </div>
    </>
  )
}
