/** Scripts without spaces, and the punctuation after which their lines may end. */
const SPACELESS =
  /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。・，！？]$/u
/** Particles and endings, which begin no line: of Japanese in Hiragana, and those of Chinese. */
const ENDING = /^(?:[\p{Script=Hiragana}ー]{1,3}|[的了着过吗呢吧])$/u
/** What remains of a word that the dictionary of the segmenter does not have, or is added to one: アイコ＋ン, 小组＋件, 配信＋用. */
const REST = /^(?:\p{Script=Han}|[\p{Script=Katakana}ー]{1,2})$/u
const words = new Intl.Segmenter('ja', { granularity: 'word' })

/** The parts of a text between which a line may end: words with what follows them, of languages without spaces too. */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = []
  let isOpen = false
  for (const { segment, isWordLike = false } of words.segment(text)) {
    const before = phrases.at(-1)
    const isEnding = ENDING.test(segment)
    const isWord = isWordLike && !isEnding && !(isOpen && REST.test(segment))
    if (before === undefined || (isWord && SPACELESS.test(before))) phrases.push(segment)
    else phrases[phrases.length - 1] = before + segment
    isOpen = isWordLike && !isEnding
  }
  return phrases
}
