import { toUserName } from '#backend/services/account/user-name.ts'

/** User names of authors whose names have no letter that can be written in ASCII. */
const USER_NAMES: Readonly<Record<string, string>> = {
  半亩图形: 'banmu-graphics',
  小鳥遊ミナ: 'takanashi-mina',
  林小满: 'lin-xiaoman',
  紙月デザイン: 'kamizuki-design',
}

/** An author of the demo catalogue, as an account can have the name: a user name, and what is shown in its place. */
export function authorOf(shown: string): { author: string; display_name?: string } {
  const author = USER_NAMES[shown] ?? toUserName(shown)
  return author === shown ? { author } : { author, display_name: shown }
}
