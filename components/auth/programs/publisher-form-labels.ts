import { getTranslations } from 'next-intl/server'
import { PUBLISHERS_MAX } from '#lib/contract/publisher.ts'
import type { EventLabels } from './event-fields.tsx'
import type { PublisherFormLabels } from './publisher-form-client.tsx'

/** Labels of what may start the runs of a publisher. */
export async function eventLabels(): Promise<EventLabels> {
  const t = await getTranslations('account.publishers')
  return {
    title: t('events'),
    help: t('eventsHelp'),
    push: t('event.push'),
    release: t('event.release'),
    workflow_dispatch: t('event.workflow_dispatch'),
    schedule: t('event.schedule'),
  }
}

/** Labels of the form that adds a trusted publisher. */
export async function publisherFormLabels(): Promise<PublisherFormLabels> {
  const [t, kind, form, auth, outcome] = await Promise.all([
    getTranslations('account.publishers'),
    getTranslations('kind'),
    getTranslations('form'),
    getTranslations('auth'),
    getTranslations('account.outcome'),
  ])
  return {
    optional: form('optional'),
    kind: t('kind'),
    kinds: {
      icon: kind('icon.one'),
      plugin: kind('plugin.one'),
      profile: kind('profile.one'),
      flexpage: kind('flexpage.one'),
    },
    title: t('firstTitle'),
    titleHelp: t('firstTitleHelp'),
    issuer: t('issuer'),
    repository: t('repository'),
    repositoryHelp: t('repositoryHelp'),
    workflow: t('workflow'),
    workflowHelp: t('workflowHelp'),
    environment: t('environment'),
    environmentHelp: t('environmentHelp'),
    events: await eventLabels(),
    repository_id: t('repositoryId'),
    repository_idHelp: t('idsHelp'),
    owner_id: t('ownerId'),
    owner_idHelp: t('ownerIdHelp'),
    submit: t('submit'),
    pending: auth('pending'),
    added: t('added'),
    back: t('back'),
    errors: {
      kind: outcome('refused'),
      title: t('error.title'),
      issuer: outcome('refused'),
      repository: t('error.repository'),
      repository_id: t('error.ids'),
      owner_id: t('error.ids'),
      workflow: t('error.workflow'),
      environment: t('error.environment'),
      events: outcome('no_events'),
      no_repository: t('error.no_repository'),
      private_repository: t('error.private_repository'),
      github: t('error.github'),
      publisher_exists: t('error.publisher_exists'),
      too_many_publishers: t('error.too_many_publishers', { max: PUBLISHERS_MAX }),
      not_found: t('error.not_found'),
      too_many: outcome('too_many'),
      unavailable: outcome('unavailable'),
      refused: outcome('refused'),
    },
  }
}
