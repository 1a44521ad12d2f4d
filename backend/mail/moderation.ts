import type { Locale } from '#lib/contract/locale.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import { htmlOf } from './html.ts'
import type { Message } from './sender.ts'

type Words = Record<OperatorAction, { subject: string; what: string }> & {
  reason: string
  contact: string
}

/** `{site}`, `{title}`, `{reason}` and `{email}` are filled in. */
const WORDS: Record<Locale, Words> = {
  en: {
    hide: {
      subject: 'One of your projects on {site} was hidden',
      what: 'The operator of {site} has hidden your project “{title}”. Nobody but you can see it now; its files are kept.',
    },
    restore: {
      subject: 'Your project on {site} is visible again',
      what: 'The operator of {site} has made your project “{title}” visible again.',
    },
    delete: {
      subject: 'One of your projects on {site} was deleted',
      what: 'The operator of {site} has deleted your project “{title}” with its files.',
    },
    reason: 'The reason given: {reason}',
    contact: 'If you think this is a mistake, write to {email}.',
  },
  fr: {
    hide: {
      subject: 'L’un de vos projets sur {site} a été masqué',
      what: 'L’exploitant de {site} a masqué votre projet « {title} ». Vous seul pouvez encore le voir ; ses fichiers sont conservés.',
    },
    restore: {
      subject: 'Votre projet sur {site} est de nouveau visible',
      what: 'L’exploitant de {site} a rendu votre projet « {title} » de nouveau visible.',
    },
    delete: {
      subject: 'L’un de vos projets sur {site} a été supprimé',
      what: 'L’exploitant de {site} a supprimé votre projet « {title} » et ses fichiers.',
    },
    reason: 'Motif indiqué : {reason}',
    contact: 'Si vous pensez qu’il s’agit d’une erreur, écrivez à {email}.',
  },
  'zh-cn': {
    hide: {
      subject: '您在 {site} 上的一个项目已被隐藏',
      what: '{site} 的运营方隐藏了您的项目“{title}”。现在只有您能看到它，其文件会保留。',
    },
    restore: {
      subject: '您在 {site} 上的项目已恢复显示',
      what: '{site} 的运营方已恢复显示您的项目“{title}”。',
    },
    delete: {
      subject: '您在 {site} 上的一个项目已被删除',
      what: '{site} 的运营方删除了您的项目“{title}”及其文件。',
    },
    reason: '给出的原因：{reason}',
    contact: '如果您认为有误，请写信至 {email}。',
  },
  ja: {
    hide: {
      subject: '{site} のプロジェクトが非表示になりました',
      what: '{site} の運営者があなたのプロジェクト「{title}」を非表示にしました。現在はあなただけが見ることができ、ファイルは保管されています。',
    },
    restore: {
      subject: '{site} のプロジェクトが再び表示されました',
      what: '{site} の運営者があなたのプロジェクト「{title}」を再び表示しました。',
    },
    delete: {
      subject: '{site} のプロジェクトが削除されました',
      what: '{site} の運営者があなたのプロジェクト「{title}」をファイルとともに削除しました。',
    },
    reason: '理由：{reason}',
    contact: '誤りだと思われる場合は {email} までご連絡ください。',
  },
  de: {
    hide: {
      subject: 'Eines Ihrer Projekte auf {site} wurde ausgeblendet',
      what: 'Der Betreiber von {site} hat Ihr Projekt „{title}“ ausgeblendet. Nur Sie sehen es noch; seine Dateien bleiben erhalten.',
    },
    restore: {
      subject: 'Ihr Projekt auf {site} ist wieder sichtbar',
      what: 'Der Betreiber von {site} hat Ihr Projekt „{title}“ wieder sichtbar gemacht.',
    },
    delete: {
      subject: 'Eines Ihrer Projekte auf {site} wurde gelöscht',
      what: 'Der Betreiber von {site} hat Ihr Projekt „{title}“ mit seinen Dateien gelöscht.',
    },
    reason: 'Als Grund wurde angegeben: {reason}',
    contact: 'Wenn Sie das für einen Irrtum halten, schreiben Sie an {email}.',
  },
}

type Content = {
  to: string
  locale: Locale
  action: OperatorAction
  title: string
  reason: string
  site: { name: string; url: string; supportEmail: string }
}

/** The message to an author whose project the operator has hidden, restored or deleted. */
export function moderationLetter({ to, locale, action, title, reason, site }: Content): Message {
  const words = WORDS[locale]
  const values: Record<string, string> = {
    site: site.name,
    title,
    reason,
    email: site.supportEmail,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(site|title|reason|email)\}/g, (_, name: string) => values[name] ?? '')
  const contact = action === 'restore' ? [] : [words.contact]
  const lines = [words[action].what, words.reason, ...contact].map(fill)
  return {
    to,
    subject: fill(words[action].subject),
    text: `${[...lines, `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: htmlOf({ locale, site: site.name, siteUrl: site.url, lines }),
  }
}
