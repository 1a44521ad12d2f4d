/** Letters with a common base form that Unicode does not decompose. */
export const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
}
const KATAKANA_TO_HIRAGANA = 0x60

/**
 * Folds case, diacritics, width (full, half), kana (katakana to hiragana) and ligatures. Voiced kana
 * stay distinct from unvoiced ones: they are different letters.
 */
export function fold(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?![\u3099\u309a])\p{M}+/gu, '')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => FOLDED[letter] ?? letter)
    .replace(/[\u30a1-\u30f6]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA),
    )
    .normalize('NFC')
}
