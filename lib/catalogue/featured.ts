import type { ListedProject } from '#lib/contract/project.ts'

/** Views that a project is credited with: the share of one with few views tells little. */
const CREDITED_VIEWS = 100

/** Share of its viewers who take a project along. */
const shareOf = ({ downloads, installs, views }: ListedProject) =>
  (downloads + installs) / (views + CREDITED_VIEWS)

/** Primary subtag of a BCP 47 tag (RFC 5646, section 2.2.1). */
const primary = (tag: string | null | undefined) => tag?.split('-')[0]

/**
 * The project of a kind to show where the operator names none: of the popular ones the one that most of its viewers take
 * along. One in the language of the page is preferred; demo content that cannot be installed is left out.
 */
export function chooseFeatured(
  popular: readonly ListedProject[],
  lang: string,
): ListedProject | undefined {
  const real = popular.filter(({ sample }) => !sample)
  const own = real.filter(({ language }) => primary(language) === primary(lang))
  return (own.length > 0 ? own : real).toSorted((a, b) => shareOf(b) - shareOf(a))[0]
}
