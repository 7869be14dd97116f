import { useQuery } from '@tanstack/react-query'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { papers, termsPath } from '#src/shared/papers.ts'
import { SellerAddress, TextPage, TextPart } from '#src/shell/text-page.tsx'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** The texts of all versions, by their file; `tests/contract/papers/versions.test.tsx` wrote them. */
const texts = import.meta.glob<string>('./versions/*.txt', { query: '?raw', import: 'default' })

/** How to load each version before the present one. */
export const earlierTerms: Partial<Record<number, () => Promise<string>>> = Object.fromEntries(
  Object.entries(texts)
    .map(([file, load]) => [Number.parseInt(file.slice('./versions/'.length), 10), load] as const)
    .filter(([version]) => version < papers.terms.version),
)

/** The words that somebody agreed to then. */
export function EarlierTerms({ version, load }: { version: number; load: () => Promise<string> }) {
  const { data: text, error } = useQuery({
    queryKey: ['terms', version],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [head = '', ...parts] = text?.split('\n## ') ?? []
  const [date] = head.split('\n').slice(2)
  return (
    <TextPage title="Terms" lead={`Version ${version}, for what was booked under it.`}>
      <p className="pb-8 text-strong">
        {date}.{' '}
        <AppLink to={termsPath(null)} className="underline underline-offset-4">
          Read the newest version
        </AppLink>
      </p>
      {parts.map((part) => (
        <Part key={part} text={part} />
      ))}
      {!text &&
        (error ? (
          <Alert tone="bad" title="No terms">
            Please check your connection and load this page again.
          </Alert>
        ) : (
          <Skeleton className="h-[32rem]" />
        ))}
    </TextPage>
  )
}

function Part({ text }: { text: string }) {
  const { data: seller } = useQuery(sellerQuery)
  const [title = '', ...lines] = text.trim().split('\n')
  const items = lines.filter((line) => line.startsWith('- '))
  return (
    <TextPart title={title}>
      {lines.map((line) => {
        if (line === '{seller}') return <SellerAddress key={line} seller={seller} />
        if (line === items[0])
          return (
            <ul key={line} className="grid gap-2 text-strong">
              {items.map((item) => (
                <li key={item}>{item.slice(2)}</li>
              ))}
            </ul>
          )
        return !items.includes(line) && <p key={line}>{line.replace('{email}', seller?.email ?? '')}</p>
      })}
    </TextPart>
  )
}
