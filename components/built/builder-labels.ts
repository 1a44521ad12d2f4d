/** `{icon}`, `{number}`, `{pack}` and `{packs}` are replaced. */
export type BuilderLabels = Record<
  | 'title'
  | 'name'
  | 'label'
  | 'left'
  | 'right'
  | 'remove'
  | 'from'
  | 'undo'
  | 'clear'
  | 'asPage'
  | 'asPack'
  | 'credits'
  | 'forbidden'
  | 'gone'
  | 'failed'
  | 'done',
  string
>
