import type { Locale } from '#lib/contract/locale.ts'
import type { Letter } from './words.ts'

/** With a code that is needed beside the password. */
export const LOG_IN_LETTERS: Record<Locale, Letter> = {
  en: {
    subject: '{code} is your code to sign in to {site}',
    lead: 'There were many failed attempts to sign in to your account. Enter this code beside your password:',
    validity:
      'It is valid for {minutes} minutes. Never pass it on: nobody from {site} asks for it.',
    ignore:
      'If you are not signing in right now, ignore this message. Nobody gets in without this code and your password.',
  },
  fr: {
    subject: '{code} est votre code pour vous connecter à {site}',
    lead: 'De nombreuses tentatives de connexion à votre compte ont échoué. Saisissez ce code en plus de votre mot de passe :',
    validity:
      'Il est valable {minutes} minutes. Ne le transmettez jamais : personne de {site} ne vous le demandera.',
    ignore:
      'Si vous n’êtes pas en train de vous connecter, ignorez ce message. Personne n’entre sans ce code et votre mot de passe.',
  },
  'zh-cn': {
    subject: '{code} 是您登录 {site} 的验证码',
    lead: '您的账号近期有大量登录失败。请在密码之外输入此验证码：',
    validity: '{minutes} 分钟内有效。请勿告诉任何人：{site} 的工作人员不会向您索要验证码。',
    ignore: '如果您没有在登录，请忽略此邮件。没有此验证码和您的密码，任何人都无法登录。',
  },
  ja: {
    subject: '{code} が {site} のサインイン用コードです',
    lead: 'あなたのアカウントでサインインの失敗が多数ありました。パスワードに加えて次のコードを入力してください：',
    validity:
      '有効期限は {minutes} 分です。誰にも教えないでください。{site} がコードを尋ねることはありません。',
    ignore:
      'サインインの操作をしていない場合は、このメールを無視してください。このコードとパスワードがなければ誰もサインインできません。',
  },
  de: {
    subject: '{code} ist Ihr Code zum Anmelden bei {site}',
    lead: 'Bei Ihrem Konto sind viele Anmeldungen fehlgeschlagen. Geben Sie zusätzlich zum Passwort diesen Code ein:',
    validity:
      'Er gilt {minutes} Minuten. Geben Sie ihn niemals weiter: Niemand von {site} fragt danach.',
    ignore:
      'Wenn Sie sich gerade nicht anmelden, ignorieren Sie diese Nachricht. Ohne diesen Code und Ihr Passwort kommt niemand hinein.',
  },
}

/** With a code that confirms a change of the account. */
export const CONFIRM_LETTERS: Record<Locale, Letter> = {
  en: {
    subject: '{code} confirms a change of your {site} account',
    lead: 'Enter this code to set a password or to delete your account:',
    validity:
      'It is valid for {minutes} minutes. Never pass it on: nobody from {site} asks for it.',
    ignore:
      'If you did not ask for it, somebody else is signed in to your account: end all sessions on your account page.',
  },
  fr: {
    subject: '{code} confirme une modification de votre compte {site}',
    lead: 'Saisissez ce code pour définir un mot de passe ou supprimer votre compte :',
    validity:
      'Il est valable {minutes} minutes. Ne le transmettez jamais : personne de {site} ne vous le demandera.',
    ignore:
      'Si vous ne l’avez pas demandé, quelqu’un d’autre est connecté à votre compte : fermez toutes les sessions sur la page de votre compte.',
  },
  'zh-cn': {
    subject: '{code} 用于确认更改您的 {site} 账号',
    lead: '请输入此验证码以设置密码或删除账号：',
    validity: '{minutes} 分钟内有效。请勿告诉任何人：{site} 的工作人员不会向您索要验证码。',
    ignore: '如果不是您本人操作，说明有人登录了您的账号：请在账号页面结束所有会话。',
  },
  ja: {
    subject: '{code} で {site} アカウントの変更を確認します',
    lead: 'パスワードの設定またはアカウントの削除のために、次のコードを入力してください：',
    validity:
      '有効期限は {minutes} 分です。誰にも教えないでください。{site} がコードを尋ねることはありません。',
    ignore:
      'お心当たりがない場合は、他の誰かがあなたのアカウントにサインインしています。アカウントページですべてのセッションを終了してください。',
  },
  de: {
    subject: '{code} bestätigt eine Änderung Ihres Kontos bei {site}',
    lead: 'Geben Sie diesen Code ein, um ein Passwort zu setzen oder Ihr Konto zu löschen:',
    validity:
      'Er gilt {minutes} Minuten. Geben Sie ihn niemals weiter: Niemand von {site} fragt danach.',
    ignore:
      'Wenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet: Beenden Sie auf der Kontoseite alle Sitzungen.',
  },
}

type Notice = { subject: string; lead: string; what: string }

/** `{site}`, `{time}` and `{device}` are filled in. */
export const NOTICES: Record<'signed_in' | 'password_changed', Record<Locale, Notice>> = {
  signed_in: {
    en: {
      subject: 'New sign-in to your {site} account',
      lead: 'A browser that was unknown until now signed in to your account: {device}, {time}.',
      what: 'If it was you, there is nothing to do. If not, set a new password: that ends all sessions.',
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte {site}',
      lead: 'Un navigateur inconnu jusqu’ici s’est connecté à votre compte : {device}, {time}.',
      what: 'Si c’était vous, il n’y a rien à faire. Sinon, choisissez un nouveau mot de passe : cela ferme toutes les sessions.',
    },
    'zh-cn': {
      subject: '您的 {site} 账号有新的登录',
      lead: '一个此前未知的浏览器登录了您的账号：{device}，{time}。',
      what: '如果是您本人，无需处理。如果不是，请设置新密码，所有会话将随之结束。',
    },
    ja: {
      subject: '{site} アカウントへの新しいサインイン',
      lead: 'これまで使われていないブラウザーからサインインがありました：{device}、{time}。',
      what: 'ご本人であれば何もする必要はありません。そうでない場合は新しいパスワードを設定してください。すべてのセッションが終了します。',
    },
    de: {
      subject: 'Neue Anmeldung bei Ihrem Konto auf {site}',
      lead: 'Ein bisher unbekannter Browser hat sich bei Ihrem Konto angemeldet: {device}, {time}.',
      what: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, setzen Sie ein neues Passwort: Damit enden alle Sitzungen.',
    },
  },
  password_changed: {
    en: {
      subject: 'The password of your {site} account was changed',
      lead: 'The password of your account was changed: {device}, {time}. All other sessions have ended.',
      what: 'If it was you, there is nothing to do. If not, set a new password with a code by e-mail right away.',
    },
    fr: {
      subject: 'Le mot de passe de votre compte {site} a été modifié',
      lead: 'Le mot de passe de votre compte a été modifié : {device}, {time}. Toutes les autres sessions sont fermées.',
      what: 'Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe avec un code par e-mail.',
    },
    'zh-cn': {
      subject: '您的 {site} 账号密码已更改',
      lead: '您的账号密码已更改：{device}，{time}。其他会话均已结束。',
      what: '如果是您本人，无需处理。如果不是，请立即通过邮件验证码设置新密码。',
    },
    ja: {
      subject: '{site} アカウントのパスワードが変更されました',
      lead: 'アカウントのパスワードが変更されました：{device}、{time}。他のセッションはすべて終了しました。',
      what: 'ご本人であれば何もする必要はありません。そうでない場合は、メールのコードですぐに新しいパスワードを設定してください。',
    },
    de: {
      subject: 'Das Passwort Ihres Kontos bei {site} wurde geändert',
      lead: 'Das Passwort Ihres Kontos wurde geändert: {device}, {time}. Alle anderen Sitzungen sind beendet.',
      what: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, setzen Sie gleich mit einem Code per E-Mail ein neues Passwort.',
    },
  },
}

/** Where a user agent says nothing that is known. */
export const UNKNOWN_DEVICE: Record<Locale, string> = {
  en: 'unknown device',
  fr: 'appareil inconnu',
  'zh-cn': '未知设备',
  ja: '不明な端末',
  de: 'unbekanntes Gerät',
}
