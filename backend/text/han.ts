/*
 * Which Han characters occur in simplified Chinese, traditional Chinese and Japanese: those of the national
 * character sets GB 2312, Big5 and JIS X 0208, which the platform's decoders contain (WHATWG Encoding).
 */

type Bytes = [from: number, to: number]

/** The Han characters of a double-byte encoding whose lead bytes are in a range. */
function readSet(encoding: string, lead: Bytes, trail: Bytes): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let first = lead[0]; first <= lead[1]; first += 1) {
    for (let second = trail[0]; second <= trail[1]; second += 1) {
      const character = decoder.decode(Uint8Array.of(first, second))
      if (/^\p{Script=Han}$/u.test(character)) found.add(character)
    }
  }
  return found
}

let sets: ReturnType<typeof readSets> | undefined
const readSets = () => ({
  simplified: readSet('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
  traditional: readSet('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  japanese: readSet('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]),
})

/**
 * Counts the Han characters of a text that are distinctive. `simplified` ones are neither traditional nor
 * Japanese, `japanese` ones neither simplified nor traditional; `traditional` ones may be Japanese too.
 */
export function countHan(text: string) {
  sets ??= readSets()
  const counts = { simplified: 0, traditional: 0, japanese: 0 }
  for (const character of text) {
    const [isSimplified, isTraditional, isJapanese] = [
      sets.simplified.has(character),
      sets.traditional.has(character),
      sets.japanese.has(character),
    ]
    if (isSimplified && !isTraditional && !isJapanese) counts.simplified += 1
    if (isTraditional && !isSimplified) counts.traditional += 1
    if (isJapanese && !isSimplified && !isTraditional) counts.japanese += 1
  }
  return counts
}
