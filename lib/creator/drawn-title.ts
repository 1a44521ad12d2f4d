import { TITLE_MAX } from '#lib/contract/limits.ts'
import type { UploadedFile } from './form-file.ts'
import { countedText, type CreatorValues } from './values.ts'

/** Whether covers of the file show its title, having no contents to draw. */
export const isTitleDrawn = (file: UploadedFile | null): boolean => file?.format === 'opaque'

/** The title that drawn covers show; empty for covers without one, and until there is one. */
export const drawnTitle = (values: CreatorValues): string =>
  isTitleDrawn(values.file) ? [...countedText(values, 'title')].slice(0, TITLE_MAX).join('') : ''
