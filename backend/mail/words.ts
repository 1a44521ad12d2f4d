import type { Locale } from '#lib/contract/locale.ts'
import { CONFIRM_LETTERS, LOG_IN_LETTERS } from './account-words.ts'

export type Letter = {
  /** `{site}` and `{code}` are filled in. */
  subject: string
  lead: string
  /** `{minutes}` is filled in. */
  validity?: string
  ignore: string
}

/** What a code is for. */
export type Occasion = 'enter' | 'reset' | 'log_in' | 'confirm'

/** What the site writes to people, by occasion. */
export const LETTERS: Record<Occasion, Record<Locale, Letter>> = {
  log_in: LOG_IN_LETTERS,
  confirm: CONFIRM_LETTERS,
  enter: {
    en: {
      subject: '{code} is your code for {site}',
      lead: 'Here is your code to sign in or to create an account:',
      validity:
        'It is good for {minutes} minutes. Never pass it on: nobody from {site} asks for it.',
      ignore: 'If it was not you who asked for it, there is nothing to do.',
    },
    fr: {
      subject: '{code} est votre code pour {site}',
      lead: 'Voici votre code pour vous connecter ou créer un compte :',
      validity:
        'Il est valable {minutes} minutes. Ne le transmettez jamais : personne de {site} ne vous le demandera.',
      ignore: 'Si vous n’avez rien demandé, il n’y a rien à faire.',
    },
    'zh-cn': {
      subject: '{code} 是您的 {site} 验证码',
      lead: '这是您登录或注册用的验证码：',
      validity: '{minutes} 分钟内有效。请勿告诉任何人：{site} 的工作人员不会向您索要验证码。',
      ignore: '如果不是您本人操作，请忽略此邮件。',
    },
    ja: {
      subject: '{code} が {site} の認証コードです',
      lead: 'サインインまたはアカウント作成のための認証コードです：',
      validity:
        '有効期限は {minutes} 分です。誰にも教えないでください。{site} がコードを尋ねることはありません。',
      ignore: 'お心当たりがない場合は、このメールを無視してください。',
    },
    de: {
      subject: '{code} ist Ihr Code für {site}',
      lead: 'Hier ist Ihr Code, um sich anzumelden oder ein Konto anzulegen:',
      validity:
        'Er gilt {minutes} Minuten. Geben Sie ihn niemals weiter: Niemand von {site} fragt danach.',
      ignore: 'Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.',
    },
  },
  reset: {
    en: {
      subject: '{code} resets your password for {site}',
      lead: 'Here is your code to set a new password:',
      validity:
        'It is good for {minutes} minutes. Never pass it on: nobody from {site} asks for it.',
      ignore: 'If it was not you who asked for it, there is nothing to do: your password stays.',
    },
    fr: {
      subject: '{code} pour changer votre mot de passe {site}',
      lead: 'Voici votre code pour choisir un nouveau mot de passe :',
      validity:
        'Il est valable {minutes} minutes. Ne le transmettez jamais : personne de {site} ne vous le demandera.',
      ignore:
        'Si vous n’avez rien demandé, il n’y a rien à faire : votre mot de passe reste le même.',
    },
    'zh-cn': {
      subject: '{code} 用于重置您的 {site} 密码',
      lead: '这是您设置新密码用的验证码：',
      validity: '{minutes} 分钟内有效。请勿告诉任何人：{site} 的工作人员不会向您索要验证码。',
      ignore: '如果不是您本人操作，请忽略此邮件，您的密码不会改变。',
    },
    ja: {
      subject: '{code} で {site} のパスワードを再設定できます',
      lead: '新しいパスワードを設定するための認証コードです：',
      validity:
        '有効期限は {minutes} 分です。誰にも教えないでください。{site} がコードを尋ねることはありません。',
      ignore: 'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    },
    de: {
      subject: '{code} setzt Ihr Passwort für {site} zurück',
      lead: 'Hier ist Ihr Code für ein neues Passwort:',
      validity:
        'Er gilt {minutes} Minuten. Geben Sie ihn niemals weiter: Niemand von {site} fragt danach.',
      ignore:
        'Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    },
  },
}

/** To whoever wants to reset the password of an account that does not exist. */
export const NO_ACCOUNT: Record<Locale, Letter> = {
  en: {
    subject: 'No account at {site} with this address',
    lead: 'Somebody asked to set a new password at {site}, but there is no account with this e-mail address. You may have registered with another one, or signed in by Google, GitHub or Discord.',
    ignore: 'If it was not you, there is nothing to do.',
  },
  fr: {
    subject: 'Aucun compte {site} avec cette adresse',
    lead: 'Quelqu’un a demandé un nouveau mot de passe sur {site}, mais aucun compte n’utilise cette adresse. Peut-être vous êtes-vous inscrit avec une autre, ou connecté par Google, GitHub ou Discord.',
    ignore: 'Si ce n’était pas vous, il n’y a rien à faire.',
  },
  'zh-cn': {
    subject: '此邮箱没有 {site} 账号',
    lead: '有人请求在 {site} 设置新密码，但此邮箱没有对应的账号。您可能使用了其他邮箱注册，或通过 Google、GitHub 或 Discord 登录。',
    ignore: '如果不是您本人操作，请忽略此邮件。',
  },
  ja: {
    subject: 'このアドレスの {site} アカウントはありません',
    lead: '{site} で新しいパスワードの設定が求められましたが、このメールアドレスのアカウントはありません。別のアドレスで登録したか、Google、GitHub、Discord でサインインした可能性があります。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。',
  },
  de: {
    subject: 'Kein Konto bei {site} mit dieser Adresse',
    lead: 'Jemand wollte bei {site} ein neues Passwort setzen, aber zu dieser E-Mail-Adresse gibt es kein Konto. Vielleicht haben Sie sich mit einer anderen registriert oder über Google, GitHub oder Discord angemeldet.',
    ignore: 'Wenn Sie das nicht waren, ist nichts zu tun.',
  },
}
