/** How an entry of the navigation looks; the one of the current section is underlined. */
export const siteEntry =
  'touch inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-sm px-3 font-medium text-soft decoration-2 decoration-signal underline-offset-8 transition-colors hover:text-strong aria-[current]:text-strong aria-[current]:underline xl:px-2'
