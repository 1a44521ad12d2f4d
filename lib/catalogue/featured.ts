import type { ListedProject } from '#lib/contract/project.ts'
import { preferLanguage } from './prefer-language.ts'
import { preferShort } from './prefer-short.ts'

/** Columns of a title that fits one line of a card; Chinese, Japanese and Korean characters count twice. */
export const CARD_TITLE_MAX = 28

const takenOf = ({ downloads, installs }: ListedProject) => downloads + installs

/**
 * Popular projects of a kind in the order in which they are featured where the operator names none. Left out are demo content
 * that cannot be installed, projects without a summary and, unless nothing else is there, those without
 * a download. Projects in the language of the page come first, of these the ones with a title that fits, then the ones that
 * the largest share of their viewers download.
 *
 * Each is credited with the average number of views of all, none of them with a download: a share of few views is not significant.
 */
export function rankFeatured(popular: readonly ListedProject[], lang: string): ListedProject[] {
  const ready = popular.filter(({ sample, summary }) => !sample && summary !== '')
  const taken = ready.filter((project) => takenOf(project) > 0)
  const candidates = taken.length > 0 ? taken : ready
  const views = candidates.reduce((sum, project) => sum + project.views, 0)
  const credit = Math.max(1, views / Math.max(1, candidates.length))
  const shareOf = (project: ListedProject) => takenOf(project) / (project.views + credit)
  const byShare = candidates.toSorted((a, b) => shareOf(b) - shareOf(a))
  return preferLanguage(preferShort(byShare, CARD_TITLE_MAX), lang)
}
