import { z } from 'zod'
import { ICON_TAG_MAX, ICON_TAGS_MAX } from '#lib/contract/file/container.ts'
import { cleanLine } from '#lib/contract/text.ts'

/** Tags of all icons of a pack, in UTF-16 units: its manifest stays below `MANIFEST_MAX_BYTES`. */
const TOTAL_MAX = 500_000

const listSchema = z.array(z.unknown()).catch([])
const tagSchema = z
  .string()
  .transform((text) => cleanLine(text).trim())
  .pipe(z.string().min(1).max(ICON_TAG_MAX))

/** Reads the tags of the icons of one pack; what is no tag, or above the limits, is left out. */
export function createTagReader(): (list: unknown) => { tags?: string[] } {
  let left = TOTAL_MAX
  return (list) => {
    const tags = new Set<string>()
    for (const item of listSchema.parse(list)) {
      const { data: tag } = tagSchema.safeParse(item)
      if (tag === undefined || tags.has(tag)) continue
      if (tags.size === ICON_TAGS_MAX || tag.length > left) break
      left -= tag.length
      tags.add(tag)
    }
    return tags.size > 0 ? { tags: [...tags] } : {}
  }
}
