/**
 * Texts of the questions before a version is taken away: keys of `creator.versions`. `help` is that of the reason, if
 * they ask for one; `query` that of the page that asks without scripts.
 */
export const VERSION_QUESTIONS = {
  withdrawn: {
    button: 'withdraw',
    name: 'withdrawLabel',
    title: 'sure',
    text: 'warning',
    help: 'reasonHelp',
    query: {},
  },
  discarded: {
    button: 'discard',
    name: 'discardLabel',
    title: 'discardSure',
    text: 'discardWarning',
    help: 'discardReasonHelp',
    query: { change: 'discarded' },
  },
  cancelled: {
    button: 'cancel',
    name: 'cancelLabel',
    title: 'cancelSure',
    text: 'cancelWarning',
    help: null,
    query: {},
  },
} as const
export type VersionQuestion = keyof typeof VERSION_QUESTIONS
export const isVersionQuestion = (name: string): name is VersionQuestion =>
  Object.hasOwn(VERSION_QUESTIONS, name)
