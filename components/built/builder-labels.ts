import { getTranslations } from 'next-intl/server'

/** `{icon}`, `{number}`, `{to}`, `{count}`, `{pack}` and `{packs}` are replaced. */
export type BuilderLabels = Awaited<ReturnType<typeof readBuilderLabels>>

export async function readBuilderLabels() {
  const t = await getTranslations('strip')
  const name = { icon: '{icon}' }
  return {
    title: t('title'),
    name: t('name'),
    label: t('label', { ...name, number: '{number}' }),
    left: t('left', name),
    right: t('right', name),
    remove: t('remove', name),
    from: t('from', { pack: '{pack}' }),
    moved: t('moved', { ...name, to: '{to}', count: '{count}' }),
    removed: t('removed', { ...name, count: '{count}' }),
    cleared: t('cleared'),
    undone: t('undone'),
    undo: t('undo'),
    clear: t('clear'),
    asPage: t('asPage'),
    asPack: t('asPack'),
    credits: t('credits'),
    forbidden: t('forbidden', { packs: '{packs}' }),
    unknown: t('unknown', { packs: '{packs}' }),
    gone: t('gone'),
    failed: t('failed'),
    done: t('done'),
  }
}
