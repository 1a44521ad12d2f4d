/** `{icon}`, `{number}`, `{to}`, `{count}`, `{pack}` and `{packs}` are replaced. */
export type BuilderLabels = Record<
  | 'title'
  | 'name'
  | 'label'
  | 'left'
  | 'right'
  | 'remove'
  | 'from'
  | 'moved'
  | 'removed'
  | 'cleared'
  | 'undone'
  | 'undo'
  | 'clear'
  | 'asPage'
  | 'asPack'
  | 'credits'
  | 'forbidden'
  | 'unknown'
  | 'gone'
  | 'failed'
  | 'done',
  string
>
