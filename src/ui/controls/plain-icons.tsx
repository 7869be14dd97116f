import type { ReactNode } from 'react'

// What every page's first load shows: with the icons' package it would weigh 2 kB more.

export function CloseIcon() {
  return <PlainIcon>M18 6 6 18M6 6l12 12</PlainIcon>
}

export function MenuIcon() {
  return <PlainIcon>M4 5h16M4 12h16M4 19h16</PlainIcon>
}

function PlainIcon({ children }: { children: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="none" stroke="currentColor">
      <path d={children} strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
