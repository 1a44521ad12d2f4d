/** The end of a page, with the number of entries up to it; cursors made before that was added have none. */
type Cursor = { start?: number | undefined }

/** `start` of a page, for its answer; nothing on the first one. */
export const startOf = (after: Cursor | undefined) =>
  after?.start === undefined ? {} : { start: after.start }

/** `start` of the page after one of `count` entries, for its cursor. */
export function nextStart(after: Cursor | undefined, count: number): Cursor {
  if (after === undefined) return { start: count }
  return after.start === undefined ? {} : { start: after.start + count }
}

/** The number as the last element of a cursor's JSON. */
export const startElement = ({ start }: Cursor) => (start === undefined ? [] : [start])
