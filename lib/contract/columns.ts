/** Scripts whose letters are as wide as high, with their punctuation. */
export const WIDE =
  /[\u3000-\u303F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\uFF01-\uFF60]/u

/** Approximate width of a text in Latin letters; Chinese, Japanese and Korean characters count twice. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0)
