/**
 * Title and Markdown description of a project. `{count}`, `{set}`, `{author}` and `{licence}` stand
 * for the number of icons and for the set they come from.
 */
export type Text = { title: string; body: string }
