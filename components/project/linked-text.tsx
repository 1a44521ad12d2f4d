import { urlPieces } from '#lib/contract/text.ts'

/** A web address in a text, without the punctuation behind it. */
const URL_IN_TEXT = /(https?:\/\/[^\s<>"]{1,500}[^\s<>".,;:!?)\]}'’」』）。，；：！？])/

/** A creator's plain text, its web addresses as links that break between their parts. */
export function LinkedText({ text }: { text: string }) {
  return text.split(URL_IN_TEXT).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part} rel="nofollow ugc noopener" className="underline underline-offset-4">
        {urlPieces(part).flatMap((piece, place) =>
          place === 0 ? [piece] : [<wbr key={place} />, piece],
        )}
      </a>
    ),
  )
}
