import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice.tsx'
import { SEARCHED_WORD_MAX, SEARCHED_WORDS_MAX } from '#lib/contract/limits.ts'

/** Notice that words of the term, or the ends of long ones, were not searched for. */
export async function CutNote({ isCut }: { isCut: boolean }) {
  if (!isCut) return null
  const t = await getTranslations('search')
  const text = t('cut', { words: SEARCHED_WORDS_MAX, characters: SEARCHED_WORD_MAX })
  return (
    <div className="my-6">
      <Notice tone="info">{text}</Notice>
    </div>
  )
}
