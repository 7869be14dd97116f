import { currentPolicy, holdMinutes } from '#src/features/bookings/rules.ts'
import { anyOfGames, gameNames, playedGames } from '#src/shared/games.ts'
import { TextPage } from '#src/shell/text-page.tsx'
import { ButtonLink } from '#src/ui/controls/button.tsx'

const { freeMoveHours, guaranteeDays } = currentPolicy

const rungs = [
  {
    title: 'Pick your coach',
    text: `Every coach plays ${anyOfGames}, far above the ranks they coach. Read what they are good at, or let us choose.`,
  },
  {
    title: 'Pick your hour',
    text: `You see only hours that are free. The one you choose is held for you for ${holdMinutes} minutes while you pay by card.`,
  },
  {
    title: 'Meet on Discord',
    text: `You share your screen and play; your coach watches and trains with you. If something comes up, you can move the session for free until ${freeMoveHours} hours before.`,
  },
  {
    title: 'Climb',
    text: `You leave with a plan, and the chat with your coach stays open. If your first session did not help, tell us within ${guaranteeDays} days.`,
  },
]

const rises = ['lg:mt-24', 'lg:mt-16', 'lg:mt-8', 'lg:mt-0']

/** How Level Up works, in four rungs. */
export default function About() {
  return (
    <TextPage
      title="How it works"
      lead={`Level Up is coaching for people who want to get better at ${gameNames(playedGames, 'or')}: alone with your coach or in a small group, one to two hours at a time, without a subscription.`}
    >
      <ol className="grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-4 lg:gap-0">
        {rungs.map(({ title, text }, index) => (
          <li key={title} className={`border-signal border-t-4 pt-5 lg:pr-8 ${rises[index]}`}>
            <p aria-hidden="true" className="display figures text-signal text-xl">
              {index + 1}
            </p>
            <h2 className="display mt-4 text-lg">{title}</h2>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-14 flex flex-wrap gap-3">
        <ButtonLink to="/#coaches">Choose a coach</ButtonLink>
        <ButtonLink to="/#contact" variant="secondary">
          Ask us something
        </ButtonLink>
      </div>
    </TextPage>
  )
}
