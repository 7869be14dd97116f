import { useEffect, useState } from 'react'
import { Button } from '#src/ui/controls/button.tsx'
import { loadTimeoutMs, missingWords } from '#src/ui/loading/missing-code.ts'
import { Spinner } from '#src/ui/loading/spinner.tsx'

/** Placeholder while a page's code loads, after Back for example; says so if it fails. */
export function PageLoading() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => setLate(true), loadTimeoutMs)
    return () => clearTimeout(late)
  }, [])
  return (
    <main tabIndex={-1} className="wrap grid min-h-svh place-items-center py-16">
      {isLate ? (
        <div role="alert" className="flex max-w-prose flex-col items-start gap-5">
          <p className="display text-xl">{missingWords.title}</p>
          <p className="text-lg">{missingWords.text}</p>
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      ) : (
        <p className="text-2xl text-signal">
          <Spinner label="Loading" />
        </p>
      )}
    </main>
  )
}
