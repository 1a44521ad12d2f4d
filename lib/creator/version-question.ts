/** Texts of the questions before a version is taken away: keys of `creator.versions`. `help` is that of the reason, if they ask for one. */
export const VERSION_QUESTIONS = {
  withdrawn: {
    button: 'withdraw',
    name: 'withdrawLabel',
    title: 'sure',
    text: 'warning',
    help: 'reasonHelp',
  },
  discarded: {
    button: 'discard',
    name: 'discardLabel',
    title: 'discardSure',
    text: 'discardWarning',
    help: 'discardReasonHelp',
  },
  cancelled: {
    button: 'cancel',
    name: 'cancelLabel',
    title: 'cancelSure',
    text: 'cancelWarning',
    help: null,
  },
} as const
export type VersionQuestion = keyof typeof VERSION_QUESTIONS
