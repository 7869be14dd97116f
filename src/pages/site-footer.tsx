import { Wordmark } from './wordmark.tsx'

/** The end of every public page. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t py-10">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-4">
        <Wordmark />
        <p className="text-faint text-sm">
          Coaching for Rocket League and Fortnite. Not affiliated with either game's makers.
        </p>
      </div>
    </footer>
  )
}
