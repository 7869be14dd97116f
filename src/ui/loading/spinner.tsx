/** A turning ring the size of the text around it. `label` is for screen readers; without it the ring is decoration. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-[1.25em] animate-spin" fill="none" strokeWidth="3">
        <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
