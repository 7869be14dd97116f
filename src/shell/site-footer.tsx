import { useQuery } from '@tanstack/react-query'
import type { Seller } from '#src/features/payments/receipt-contract.ts'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { gameNames, games, gameWords, playedGames } from '#src/shared/games.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'
import { Wordmark } from './wordmark.tsx'

const groups = [
  {
    title: 'Play',
    entries: [
      ...playedGames.map((game) => ({ to: `/#${game}`, label: games[game].label })),
      { to: '/#pricing', label: 'Pricing' },
      { to: '/coaches', label: 'All coaches' },
    ],
  },
  {
    title: 'Level Up',
    entries: [
      { to: '/about', label: 'How it works' },
      { to: '/apply-coach', label: 'Become a coach' },
      { to: '/#contact', label: 'Contact' },
    ],
  },
]

const papers = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/imprint', label: 'Imprint' },
]
const admin = { to: '/admin', label: 'Admin' }

/** Where buyers can withdraw, every page leads there (TERM-9). */
const withdraw = { to: '/withdraw', label: 'Withdraw from a contract' }

/** The end of every public page. */
export function SiteFooter() {
  const { data: seller } = useQuery(sellerQuery)
  return (
    <footer className="border-line border-t py-12">
      <div className="wrap grid gap-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <Wordmark />
          <p className="mt-4 max-w-sm text-faint text-sm">
            {`Coaching for ${gameNames()}. Not affiliated with ${gameWords.any} game's makers.`}
          </p>
          <SellerLine seller={seller} />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
          <Group
            title="Small print"
            entries={[...papers, ...(seller?.withdrawal === 'applies' ? [withdraw] : []), admin]}
          />
        </nav>
      </div>
    </footer>
  )
}

/** Who sells, as far as it is known. */
function SellerLine({ seller }: { seller: Seller | undefined }) {
  if (!seller?.name) return null
  return (
    <address className="mt-4 max-w-sm text-faint text-sm not-italic [overflow-wrap:anywhere]">
      {[seller.name, seller.address, seller.email].filter(Boolean).join(', ')}
    </address>
  )
}

function Group({ title, entries }: (typeof groups)[number]) {
  return (
    <div>
      <p className="tag text-faint">{title}</p>
      <ul className="mt-2">
        {entries.map(({ to, label }) => (
          <li key={to}>
            <AppLink
              to={to}
              className="touch inline-flex min-h-9 items-center rounded-sm underline-offset-4 hover:text-strong hover:underline"
            >
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
