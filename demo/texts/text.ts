/**
 * Title and Markdown description of a project. Placeholders: `{count}` icons, and `{set}`, `{author}`
 * and `{licence}` of their set.
 */
export type Text = { title: string; body: string }
