import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'

/** Shows a way out instead of an empty page when a page fails while rendering. Give it a `key` to start afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main tabIndex={-1} className="wrap flex min-h-svh flex-col items-start justify-center gap-4">
        <h1 className="display text-xl">This page tripped over itself</h1>
        <p className="text-soft">Nothing you did is lost. Reload the page, and if it happens again, try later.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </main>
    )
  }
}
