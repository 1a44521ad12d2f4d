/** An object, of which lists may be read while they are written. */
export type Streamed<T> = {
  [K in keyof T]: T[K] | (NonNullable<T[K]> extends (infer Item)[] ? AsyncIterable<Item> : never)
}

/** What the handler of such a call returns; `onEnd` is called once, when all was sent or it was broken off. */
export type StreamedResult<T> = { parts: Streamed<T>; onEnd: () => void }
