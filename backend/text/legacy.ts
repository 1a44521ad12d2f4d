import iconv from 'iconv-lite'
import { type NameEncoding, nameEncodingSchema } from '#lib/contract/file/name-encoding.ts'

/** Encodings from before Unicode that are looked for, as `jschardet` names them. */
const ENCODINGS = `
  cp932 euc-jp gb18030 big5hkscs cp949
  windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 cp874 koi8-r
  cp437 cp737 cp850 cp852 cp857 cp862 cp866
  mac-roman mac-cyrillic mac-greek
`
  .trim()
  .split(/\s+/)
/** The detector needs no more, in bytes. */
export const SAMPLE_MAX = 16 * 1024
/** Of similar Western and Central European readings the Western one is taken, unless the other is better by this factor. */
const CLOSE = 0.8
const CENTRAL = new Set(['Windows-1250', 'cp852'])
/** Looked at even where the detector sees nothing: half-width katakana, and a few Western letters. */
const WESTERN = ['Windows-1252', 'cp850', 'MacRoman'].map((encoding) => ({
  encoding,
  confidence: 0.005,
}))
/** A name of two bytes that are no ASCII is more probably one letter of these than two letters of the West. */
const EAST_ASIAN = ['CP932', 'GB18030', 'Big5', 'CP949'].map((encoding) => ({
  encoding,
  confidence: 0.006,
}))
const ALSO = [{ encoding: 'CP932', confidence: 0.01 }, ...WESTERN]
/** Fewer bytes than this are no material for the detector: they are letters of the West. */
const FEW = 3

/** Of which systems an encoding was the one for names of files. */
export type Era = 'dos' | 'mac' | 'other'
export const eraOf = (encoding: string): Era =>
  /^mac/i.test(encoding) ? 'mac' : /^(?:cp(?!932|949|874)|ibm)\d/i.test(encoding) ? 'dos' : 'other'

/** An encoding and its decoder. `certainty`, from 0 to 1, is comparable between encodings of one text alone. */
export type Legacy = { encoding: string; certainty: number; decode: (bytes: Buffer) => string }

/** An encoding as answers name it; undefined for one that is not offered. */
export const nameOfEncoding = (encoding: string): NameEncoding | undefined =>
  nameEncodingSchema.safeParse(encoding.toLowerCase().replace(/^ibm/, 'cp')).data

export const decodeIn = (bytes: Buffer, encoding: string): string => iconv.decode(bytes, encoding)

/** As `readingsOf`, the most probable encoding alone; undefined if none makes sense. */
export async function detectLegacy(bytes: Buffer): Promise<Legacy | undefined> {
  return (await readingsOf(bytes))[0]
}

/**
 * The encodings from before Unicode that a text may have, the most probable first, of each way to read it one: none if no encoding makes
 * sense of its bytes. Of the text 16 kB are read. The first call in a process costs about 0.1 s and 70 MB: run it in a worker process.
 * @param weightOf how probable an encoding is a priori, from 0 to 1.
 */
export async function readingsOf(
  bytes: Buffer,
  weightOf: (encoding: string) => number = () => 1,
): Promise<Legacy[]> {
  const sample = bytes.subarray(0, SAMPLE_MAX)
  const isCut = sample.length < bytes.length
  const candidates = (await listCandidates(sample))
    .flatMap(({ encoding, confidence }) => {
      if (encoding === null || !iconv.encodingExists(encoding)) return []
      const text = iconv.decode(sample, encoding)
      const sense = senseOf(isCut ? text.replace(/\ufffd$/, '') : text)
      const certainty = confidence * sense * weightOf(encoding)
      return certainty > 0 ? [{ encoding, certainty, text }] : []
    })
    .toSorted((a, b) => b.certainty - a.certainty)
  const [best] = candidates
  const western =
    best && CENTRAL.has(best.encoding)
      ? candidates.find((one) => isWestern(one.encoding) && one.certainty > best.certainty * CLOSE)
      : undefined
  const inOrder = western ? [western, ...candidates] : candidates
  const texts = inOrder.map(({ text }) => text)
  return inOrder
    .filter(({ text }, at) => texts.indexOf(text) === at)
    .map(({ encoding, certainty }) => ({
      encoding,
      certainty,
      decode: (part) => decodeIn(part, encoding),
    }))
}

async function listCandidates(sample: Buffer) {
  const foreign = sample.filter((byte) => byte > 0x7f).length
  if (foreign < FEW) {
    const isPair = foreign === 2 && !/[a-z]/i.test(sample.toString('latin1'))
    return isPair ? [...EAST_ASIAN, ...WESTERN] : WESTERN
  }
  // Most processes never need it, and its models are large.
  const { detectAll } = await import('jschardet')
  return [...detectAll(sample, { detectEncodings: ENCODINGS, minimumThreshold: 0 }), ...ALSO]
}

const isWestern = (encoding: string) => /^(?:windows-1252|cp437|cp850|macroman)$/i.test(encoding)

/** Control characters, those that no encoding has, and lines of boxes. */
const SENSELESS = /[^\P{C}\n\r\t]|[\u2500-\u259f]/u
const FOREIGN = /\P{ASCII}/gu
/** What is rare in words: marks, capitals after small letters, letters of another script next to Latin ones. */
const ODD = new RegExp(
  [
    String.raw`(?<=\p{L})[^\p{L}\p{M}\p{N}\s\p{ASCII}·’‘–—・ー](?=\p{L})`,
    String.raw`(?<=\p{Ll})(?=\P{ASCII})\p{Lu}`,
    String.raw`[\p{Script=Han}\p{Script=Hangul}](?=[a-z]{2})|(?<=[a-z])[\p{Script=Han}\p{Script=Hangul}](?=[a-z])`,
    String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}](?=[a-z])`,
    String.raw`(?<=[a-z])[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]`,
    String.raw`[\uff61-\uff9f](?=\p{Script=Han})|(?<=\p{Script=Han})[\uff61-\uff9f]`,
    String.raw`[\u3131-\u318e](?=[\uac00-\ud7a3])|(?<=[\uac00-\ud7a3])[\u3131-\u318e]|€(?=\p{L})`,
  ].join('|'),
  'gu',
)

/** Signs that are no letters: fewer of them make more sense. */
const SIGN = /(?!\p{ASCII})[\p{S}\p{Po}\p{Ps}\p{Pi}\p{Pf}\p{Zs}](?<![’€、。・※☆★♪])/gu

/** How much sense a decoded text makes, from 0 to 1. */
function senseOf(text: string): number {
  if (SENSELESS.test(text)) return 0
  const foreign = text.match(FOREIGN)?.length ?? 0
  if (foreign === 0) return 1
  const odd = text.match(ODD)?.length ?? 0
  const signs = text.match(SIGN)?.length ?? 0
  return (
    Math.max(0, 1 - odd / foreign) * (1 - signs / foreign / 2) * languageOf(text) ** FOREIGN_POWER
  )
}

/** Letters of languages beside those of ASCII, in small letters. */
const ALPHABETS = [
  'äöüß',
  'àâçéèêëîïôùûüÿœæ',
  'áéíóúüñ',
  'áâãàçéêíóôõú',
  'åäöé',
  'æøåé',
  'àèéìòù',
  'ëïéèöü',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýžĺľŕäô',
  'áéíóöőúüű',
  'çğıöşüâîi\u0307',
  'ăâîșțşţ',
  'čćđšž',
  'áðéíóúýþæö',
  'äõöüšž',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгдежзийклмнопрстуфхцчшщьюяєіїґ',
  'абвгдђежзијклљмнњопрстћуфхцчџшќѓѕ',
].map((letters) => new Set(letters))
/** One letter in ten that the language does not have more than halves the sense. */
const FOREIGN_POWER = 8
const LETTER = /(?!\p{ASCII})[\p{Script=Latin}\p{Script=Cyrillic}]/gu

/**
 * The share of the Latin and Cyrillic letters, but for those of ASCII, that one language has: half of it counts for the whole text, whose
 * names are mostly in one language, and half line by line.
 */
function languageOf(text: string): number {
  const lines = text.toLowerCase().split('\n').map(lettersOf)
  const all = lines.flat()
  if (all.length === 0) return 1
  const known = knownOf(all) + lines.reduce((sum, line) => sum + knownOf(line), 0)
  return known / all.length / 2
}

const lettersOf = (text: string): string[] => text.match(LETTER) ?? []

/** How many of the letters the language has that has most of them. */
const knownOf = (letters: string[]) =>
  Math.max(...ALPHABETS.map((one) => letters.filter((letter) => one.has(letter)).length))
