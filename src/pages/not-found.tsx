import { ButtonLink } from '#src/ui/button.tsx'
import { SiteFrame } from './site-frame.tsx'

/** Any path that is no page. */
export default function NotFound() {
  return (
    <SiteFrame>
      <div className="wrap flex flex-col items-start gap-6 py-24 lg:py-36">
        <p className="display figures text-3xl text-faint">404</p>
        <h1 className="display text-2xl">Page Not Found</h1>
        <p className="max-w-prose text-lg">This rung is missing. The ladder continues at the start.</p>
        <ButtonLink to="/">Back to Home</ButtonLink>
      </div>
    </SiteFrame>
  )
}
