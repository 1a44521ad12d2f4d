import type { ProjectLanguage } from '#lib/contract/language.ts'

type Alternative = (title: string) => string
export type View = 'cover' | 'sheet' | 'sizes' | 'onKeys' | 'strip' | 'page' | 'keys'

type Texts = Record<View, Alternative>

/** Alternative texts by language and type of picture; English for other languages. */
const TEXTS: Partial<Record<ProjectLanguage, Texts>> & { en: Texts } = {
  en: {
    cover: (title) => `Cover of “${title}”, drawn with its own icons`,
    sheet: (title) => `The icons of “${title}” in an even grid`,
    sizes: (title) => `An icon of “${title}” on its grid, and others from large to small`,
    onKeys: (title) => `Icons of “${title}” on coloured keys in four strips`,
    strip: (title) => `The whole strip of “${title}”, and its keys magnified`,
    page: (title) => `Another page of “${title}”, magnified`,
    keys: (title) => `The keys of “${title}”`,
  },
  fr: {
    cover: (title) => `Couverture de « ${title} », composée de ses propres icônes`,
    sheet: (title) => `Les icônes de « ${title} » sur une grille régulière`,
    sizes: (title) =>
      `Une icône de « ${title} » sur sa grille, d’autres de la plus grande à la plus petite`,
    onKeys: (title) => `Des icônes de « ${title} » sur quatre rangées de touches colorées`,
    strip: (title) => `La bande entière de « ${title} » et ses touches agrandies`,
    page: (title) => `Une autre page de « ${title} », agrandie`,
    keys: (title) => `Les touches de « ${title} »`,
  },
  'zh-Hans': {
    cover: (title) => `《${title}》的封面，由其中的图标组成`,
    sheet: (title) => `《${title}》的全部图标，整齐排列`,
    sizes: (title) => `《${title}》的图标：网格上的原图，以及由大到小的几种尺寸`,
    onKeys: (title) => `《${title}》的图标放在四排彩色按键上`,
    strip: (title) => `《${title}》的完整按键条，以及放大的按键`,
    page: (title) => `《${title}》的另一页，放大显示`,
    keys: (title) => `《${title}》的按键`,
  },
  ja: {
    cover: (title) => `「${title}」の表紙。収録アイコンで構成`,
    sheet: (title) => `「${title}」のアイコンを格子に並べた一覧`,
    sizes: (title) => `「${title}」のアイコン。方眼上の原図と、大小の見本`,
    onKeys: (title) => `「${title}」のアイコンを四列の色つきキーに配置した例`,
    strip: (title) => `「${title}」の帯全体と、拡大したキー`,
    page: (title) => `「${title}」の別のページを拡大したもの`,
    keys: (title) => `「${title}」のキー`,
  },
  de: {
    cover: (title) => `Titelbild von „${title}“, aus den eigenen Zeichen gesetzt`,
    sheet: (title) => `Die Zeichen von „${title}“ in einem gleichmäßigen Raster`,
    sizes: (title) => `Ein Zeichen aus „${title}“ auf seinem Raster, weitere von groß bis klein`,
    onKeys: (title) => `Zeichen aus „${title}“ auf farbigen Tasten in vier Streifen`,
    strip: (title) => `Der ganze Streifen von „${title}“ und seine Tasten vergrößert`,
    page: (title) => `Eine weitere Seite von „${title}“, vergrößert`,
    keys: (title) => `Die Tasten von „${title}“`,
  },
}

/** The alternative text of a picture, in the project's language. */
export function alternative(language: ProjectLanguage, view: View, title: string): string {
  return (TEXTS[language] ?? TEXTS.en)[view](title)
}
