'use client'

type Props = { label: string; before: string; after: string }

/** Where the later drawing of each changed icon begins: the earlier one is left of it. Arrow keys move it, as every range. */
export const ComparedSlider = ({ label, before, after }: Props) => (
  <div className="compared-slider items-center gap-3 text-sm">
    <span aria-hidden="true" className="text-content-muted">
      {before}
    </span>
    <input
      type="range"
      min={0}
      max={100}
      defaultValue={50}
      aria-label={label}
      className="min-w-0 flex-1 accent-accent"
      onInput={({ currentTarget }) =>
        currentTarget
          .closest<HTMLElement>('.compared-icons')
          ?.style.setProperty('--shown', `${currentTarget.value}%`)
      }
    />
    <span aria-hidden="true" className="text-content-muted">
      {after}
    </span>
  </div>
)
