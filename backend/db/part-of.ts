/** The pattern of `ILIKE` for values that have a text in them, whose own wildcards are taken literally. */
export const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
