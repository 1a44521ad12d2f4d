/** A segment of a path as it is meant; as it stands where it cannot be decoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
