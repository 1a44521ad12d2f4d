'use client'

import { useEffect, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { RELOADED_KEY } from '#lib/theme/load-script.ts'

const LOAD_FAILURE = /chunk|dynamically imported module|module script/i

/**
 * A screen that broke in the browser. Where a part of it could not be loaded the page is loaded once
 * more; else, and the second time, it says so in the language of the page, whose words stand at the
 * `<body>`: the messages themselves do not come to the browser.
 */
export default function ScreenError({ error }: { error: Error }) {
  const [words, setWords] = useState<DOMStringMap | null>(null)
  useEffect(() => {
    if (LOAD_FAILURE.test(`${error.name} ${error.message}`) && isFirst()) {
      location.reload()
      return
    }
    // oxlint-disable-next-line no-console -- the only place where it can be told
    console.error(error)
    // oxlint-disable-next-line react/set-state-in-effect -- the page's own words are read once
    setWords(document.body.dataset)
  }, [error])
  if (!words) return <div className="min-h-dvh" />
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-xl flex-col items-center gap-5 py-20 text-center"
    >
      <h1 className="font-display text-xl font-bold sm:text-2xl">{words['faultTitle']}</h1>
      <p className="text-content-muted">{words['faultText']}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <button
          type="button"
          onClick={() => location.reload()}
          className={`${buttonClass({ variant: 'primary', size: 'lg' })} cursor-pointer`}
        >
          {words['faultRetry']}
        </button>
        <a href={words['faultHref']} className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          {words['faultHome']}
        </a>
      </div>
    </div>
  )
}

/** Whether this is the first failure since a page was there whole; without storage it is not. */
function isFirst(): boolean {
  try {
    if (localStorage.getItem(RELOADED_KEY) !== null) return false
    localStorage.setItem(RELOADED_KEY, '1')
    return true
  } catch {
    return false
  }
}
