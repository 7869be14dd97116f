import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

/** Tells whoever comes to a form for logging in or signing up as whom they are logged in; `next` is where they wanted to go. */
export function AlreadyIn({ name, next, onOther }: { name: string; next: string | null; onOther(): void }) {
  return (
    <Alert className="mb-6" title={`You are logged in as ${name}.`}>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={next ?? '/'} size="sm">
          Go on
        </ButtonLink>
        <Button variant="secondary" size="sm" onClick={onOther}>
          Use another account
        </Button>
      </div>
    </Alert>
  )
}
