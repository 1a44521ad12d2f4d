import { getLocale, getTranslations } from 'next-intl/server'
import type { MarkLabels } from './drawing-mark.ts'

/** Labels of refused and simplified drawings. */
export async function readMarkLabels(): Promise<MarkLabels> {
  const [t, locale] = await Promise.all([getTranslations('detail.icons'), getLocale()])
  return {
    locale,
    refused: {
      not_svg: t('refused.not_svg'),
      entities: t('refused.entities'),
      too_many_elements: t('refused.too_many_elements'),
      too_deep: t('refused.too_deep'),
      too_complex: t('refused.too_complex'),
      too_slow: t('refused.too_slow'),
      unreadable: t('refused.unreadable'),
      bitmap: t('refused.bitmap'),
      bad_png: t('refused.bad_png'),
      other: t('refused.other'),
    },
    simplified: t('simplified', { parts: '{parts}' }),
    lost: {
      animation: t('lost.animation'),
      css: t('lost.css'),
      entity: t('lost.entity'),
      expensive: t('lost.expensive'),
      external: t('lost.external'),
      filter: t('lost.filter'),
      font: t('lost.font'),
      foreign: t('lost.foreign'),
      image: t('lost.image'),
      selector: t('lost.selector'),
      theme: t('lost.theme'),
      other: t('lost.other'),
    },
  }
}
