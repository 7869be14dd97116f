import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { missingWords, patience } from '#src/ui/missing-code.ts'
import { Spinner } from '#src/ui/spinner.tsx'

/** What stands in for a page whose code is on its way, after Back for example; says when it does not come. */
export function PageLoading() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => setLate(true), patience)
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
