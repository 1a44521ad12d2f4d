import { getTranslations } from 'next-intl/server'
import type { RefusalWords } from './refusal.ts'

/** What the form says of saving: drafts, waiting, changes from elsewhere. Braces are filled in. */
export type SaveWords = Record<
  | 'waiting'
  | 'waitingHelp'
  | 'stop'
  | 'notUploaded'
  | 'wasCancelled'
  | 'gone'
  | 'notKept'
  | 'shared'
  | 'signInElsewhere'
  | 'otherTitle'
  | 'otherText'
  | 'left'
  | 'tagCount'
  | 'changedTitle'
  | 'changedText'
  | 'mergedText'
  | 'taken'
  | 'mine'
  | 'theirs'
  | 'allMine'
  | 'allTheirs'
  | 'apply'
  | 'applied'
  | 'understood'
  | 'empty',
  string
> & { refusals: RefusalWords }

export async function refusalWords(): Promise<RefusalWords> {
  const t = await getTranslations('creator.refusal')
  return {
    stale: t('stale'),
    file_missing: t('file_missing'),
    last_version: t('last_version'),
    other_request: t('other_request'),
    busy: t('busy'),
    disk_full: t('disk_full'),
    quota_full: t('quota_full'),
    rate: t('rate'),
    gone: t('gone'),
    too_large: t('too_large'),
    foreign: t('foreign'),
    unavailable: t('unavailable'),
    refused: t('refused'),
  }
}

export async function saveWords(): Promise<SaveWords> {
  const [t, refusals] = await Promise.all([getTranslations('creator.saving'), refusalWords()])
  return {
    waiting: t('waiting'),
    waitingHelp: t('waitingHelp'),
    stop: t('stop'),
    notUploaded: t('notUploaded', { name: '{name}' }),
    wasCancelled: t('wasCancelled', { name: '{name}' }),
    gone: t('gone', { names: '{names}' }),
    notKept: t('notKept'),
    shared: t('shared'),
    signInElsewhere: t('signInElsewhere'),
    otherTitle: t('otherTitle'),
    otherText: t('otherText'),
    left: t('left', { left: '{left}', max: '{max}' }),
    tagCount: t('tagCount', { count: '{count}' }),
    changedTitle: t('changedTitle'),
    changedText: t('changedText'),
    mergedText: t('mergedText'),
    taken: t('taken', { fields: '{fields}' }),
    mine: t('mine'),
    theirs: t('theirs'),
    allMine: t('allMine'),
    allTheirs: t('allTheirs'),
    apply: t('apply'),
    applied: t('applied'),
    understood: t('understood'),
    empty: t('empty'),
    refusals,
  }
}
