/**
 * Title, tagline and Markdown description of a project. Placeholders in the description: `{count}` icons, and
 * `{set}`, `{author}` and `{licence}` of their set.
 */
export type Text = { title: string; tagline?: string; body: string }
