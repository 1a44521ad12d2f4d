'use client'

import { useEffect, useState } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { BrokenStrip } from '#components/ui/broken-strip.tsx'
import { RELOADED_KEY } from '#lib/browser/load-script.ts'
import { readText, writeText } from '#lib/browser/storage.ts'

const LOAD_FAILURE = /chunk|dynamically imported module|module script/i

/**
 * Error boundary. If a script failed to load, reloads the page once; otherwise shows an error in
 * the language of the page. Its labels are data attributes of `<body>`, since messages are not sent
 * to the browser.
 */
export default function ScreenError({ error }: { error: Error }) {
  const [labels, setLabels] = useState<DOMStringMap | null>(null)
  useEffect(() => {
    if (LOAD_FAILURE.test(`${error.name} ${error.message}`) && isFirstFailure()) {
      location.reload()
      return
    }
    // oxlint-disable-next-line no-console -- nothing else reports it
    console.error(error)
    // oxlint-disable-next-line react/set-state-in-effect -- the page's labels are read once
    setLabels(document.body.dataset)
  }, [error])
  if (!labels) return <div className="min-h-dvh" />
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-xl flex-col items-center gap-5 py-20 text-center"
    >
      <BrokenStrip className="w-80 max-w-full" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{labels['errorTitle']}</h1>
      <p className="text-content-muted">{labels['errorText']}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()} variant="primary" size="lg">
          {labels['errorRetry']}
        </Button>
        <a href={labels['errorHref']} className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          {labels['errorHome']}
        </a>
      </div>
    </div>
  )
}

/** Whether this is the first failure since a page was complete; `false` without storage. */
function isFirstFailure(): boolean {
  return readText(RELOADED_KEY) === null && writeText(RELOADED_KEY, '1')
}
