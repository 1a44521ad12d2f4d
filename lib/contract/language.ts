/** The interface's languages; English is the default and the fallback (section 9). */
export const CONTENT_LANGUAGES = ['en', 'fr', 'zh-cn', 'ja', 'de'] as const
