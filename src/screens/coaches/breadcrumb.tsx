import { AppLink } from '#src/ui/controls/app-link.tsx'

/** The way back from a page: the home page, the `above` of it, and its own name. */
export function Breadcrumb({ above = [], here }: { above?: { to: string; name: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm [&>li]:flex [&>li]:items-center [&>li]:gap-2">
        {[{ to: '/', name: 'Home' }, ...above].map(({ to, name }) => (
          <li key={to}>
            <AppLink to={to} className="touch inline-flex items-center rounded-sm hover:text-strong hover:underline">
              {name}
            </AppLink>
            <span aria-hidden className="text-faint">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="text-strong [overflow-wrap:anywhere]">
          {here}
        </li>
      </ol>
    </nav>
  )
}
