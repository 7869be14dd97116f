import { Component, type ReactNode } from 'react'
import { Button, ButtonAnchor } from '#src/ui/controls/button.tsx'
import { isMissingCode, missingWords, reloadOnce } from '#src/ui/loading/missing-code.ts'

/**
 * Shows a fallback when a page fails while rendering. Give it a `key` to reset it. If code cannot be loaded, most
 * likely after a new release, reloads once, provided the server can be reached.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean; isMissingCode: boolean }> {
  override state = { failed: false, isMissingCode: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, isMissingCode: isMissingCode(error) }
  }

  override componentDidCatch(error: unknown) {
    if (isMissingCode(error)) void reloadOnce(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const { title, text } = this.state.isMissingCode ? missingWords : broken
    return (
      <main tabIndex={-1} className="wrap flex min-h-svh flex-col items-start justify-center gap-5 py-16">
        <h1 className="display text-2xl">{title}</h1>
        <p className="max-w-prose text-lg">{text}</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => location.reload()}>Reload</Button>
          {/* Not an AppLink: whatever broke must not stay in memory. */}
          <ButtonAnchor href="/" variant="secondary">
            Back to Home
          </ButtonAnchor>
        </div>
      </main>
    )
  }
}

const broken = {
  title: 'This page tripped over itself',
  text: 'The mistake is ours. What you typed into longer forms is kept and there again after a reload. If it keeps happening, try again later.',
}
