import { AppLink } from '#src/ui/app-link.tsx'
import { Wordmark } from './wordmark.tsx'

const link = 'touch inline-flex items-center text-soft underline-offset-4 hover:text-strong hover:underline'

/** The end of every public page. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t py-10">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-4">
        <Wordmark />
        <p className="text-faint text-sm">
          Coaching for Rocket League and Fortnite. Not affiliated with either game's makers.
        </p>
        <nav aria-label="Footer" className="flex gap-6 sm:ml-auto">
          <AppLink to="/apply-coach" className={link}>
            Become a coach
          </AppLink>
          <AppLink to="/admin" className={link}>
            Admin
          </AppLink>
        </nav>
      </div>
    </footer>
  )
}
