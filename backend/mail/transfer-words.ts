import type { Locale } from '#lib/contract/locale.ts'

type Words = { subject: string; lead: string; what: string }

/** `{title}`, `{other}` and `{site}` are filled in. */
export const TRANSFERS: Record<'given' | 'received', Record<Locale, Words>> = {
  given: {
    en: {
      subject: 'Your publication “{title}” on {site} went to the owner of its repository',
      lead: '{other} has proved that the repository of the plugin “{title}” is theirs. You had published it without that proof, so the publication is now theirs, with its address, versions and counts.',
      what: 'Your texts and pictures were replaced. If you own the repository as well, add your account to its file .keystrip and write to us.',
    },
    fr: {
      subject: 'Votre publication « {title} » sur {site} est passée au propriétaire du dépôt',
      lead: '{other} a prouvé que le dépôt du plugin « {title} » lui appartient. Vous l’aviez publié sans cette preuve : la publication lui revient donc, avec son adresse, ses versions et ses compteurs.',
      what: 'Vos textes et vos images ont été remplacés. Si le dépôt vous appartient aussi, ajoutez votre compte à son fichier .keystrip et écrivez-nous.',
    },
    'zh-cn': {
      subject: '您在 {site} 发布的“{title}”已转给其仓库的所有者',
      lead: '{other} 已证明插件“{title}”的仓库归其所有。您发布时没有这一证明，因此该发布现归其所有，地址、版本和统计数据保持不变。',
      what: '您的文字和图片已被替换。如果您也是该仓库的所有者，请将您的账号写入仓库的 .keystrip 文件并与我们联系。',
    },
    ja: {
      subject: '{site} で公開された「{title}」はリポジトリの所有者に移りました',
      lead: '{other} さんがプラグイン「{title}」のリポジトリの所有者であることを証明しました。この証明なしに公開されていたため、公開はアドレス、バージョン、カウントとともに {other} さんに移りました。',
      what: '文章と画像は置き換えられました。あなたもリポジトリの所有者である場合は、リポジトリの .keystrip ファイルにアカウントを追加し、ご連絡ください。',
    },
    de: {
      subject: 'Ihre Veröffentlichung „{title}“ auf {site} ging an den Eigentümer des Repositorys',
      lead: '{other} hat nachgewiesen, dass ihm oder ihr das Repository des Plugins „{title}“ gehört. Sie hatten es ohne diesen Nachweis veröffentlicht; die Veröffentlichung ging deshalb samt Adresse, Versionen und Zählern über.',
      what: 'Ihre Texte und Bilder wurden ersetzt. Wenn das Repository auch Ihnen gehört, tragen Sie Ihr Konto in dessen Datei .keystrip ein und schreiben Sie uns.',
    },
  },
  received: {
    en: {
      subject: 'The plugin “{title}” on {site} is yours now',
      lead: '{other} had published your plugin “{title}” without proof of being its owner. You have proved it: the publication is yours now, with its address, versions and counts.',
      what: 'We have told {other}. Nothing else is needed.',
    },
    fr: {
      subject: 'Le plugin « {title} » sur {site} est désormais à vous',
      lead: '{other} avait publié votre plugin « {title} » sans prouver en être propriétaire. Vous l’avez prouvé : la publication est désormais à vous, avec son adresse, ses versions et ses compteurs.',
      what: 'Nous avons prévenu {other}. Vous n’avez rien d’autre à faire.',
    },
    'zh-cn': {
      subject: '{site} 上的插件“{title}”现已归您所有',
      lead: '{other} 在未证明所有权的情况下发布了您的插件“{title}”。您已证明所有权，该发布现归您所有，地址、版本和统计数据保持不变。',
      what: '我们已通知 {other}。您无需再做任何操作。',
    },
    ja: {
      subject: '{site} のプラグイン「{title}」はあなたのものになりました',
      lead: '{other} さんが所有者の証明なしにあなたのプラグイン「{title}」を公開していました。あなたが証明したため、公開はアドレス、バージョン、カウントとともにあなたに移りました。',
      what: '{other} さんにはお知らせしました。ほかに必要な操作はありません。',
    },
    de: {
      subject: 'Das Plugin „{title}“ auf {site} gehört jetzt Ihnen',
      lead: '{other} hatte Ihr Plugin „{title}“ veröffentlicht, ohne das Eigentum nachzuweisen. Sie haben es nachgewiesen: Die Veröffentlichung gehört jetzt Ihnen, samt Adresse, Versionen und Zählern.',
      what: 'Wir haben {other} Bescheid gegeben. Sie müssen nichts weiter tun.',
    },
  },
}
