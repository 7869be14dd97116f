import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

/** A text control to search with, for a Field. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <span className="relative block">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft" />
      <TextInput type="search" className="pl-10" {...props} />
    </span>
  )
}
