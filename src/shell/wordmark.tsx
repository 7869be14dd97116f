/** The brand: three rising steps and its name. */
export function Wordmark() {
  return (
    <span className="display flex items-center gap-2.5 text-lg leading-none max-[15rem]:text-base">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-6 text-signal"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
      >
        <path d="M1 21h7v-6.5h7V8h7V1" />
      </svg>
      Level Up
    </span>
  )
}
