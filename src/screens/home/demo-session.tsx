import { Play } from 'lucide-react'
import { useContext } from 'react'
import { Button } from '#src/ui/controls/button.tsx'
import { SideRow } from '#src/ui/lists/side-row.tsx'
import { HomeActions } from './home-actions.ts'
import { Section } from './section.tsx'

/** One hour, minute by minute. */
const parts = [
  {
    from: '0:00',
    title: 'Set the goal',
    text: 'You say where you are stuck. Your coach picks one thing that would move your rank most.',
  },
  {
    from: '0:10',
    title: 'Watch it together',
    text: 'You share your screen on Discord and go through a replay or play a live match.',
  },
  {
    from: '0:30',
    title: 'Train it',
    text: 'Drills for exactly that habit, slow first, then at match speed, with a word on every try.',
  },
  {
    from: '0:50',
    title: 'Take it home',
    text: 'You leave with three things to practise, and the thread with your coach stays open.',
  },
]

const rises = ['lg:mt-24', 'lg:mt-16', 'lg:mt-8', 'lg:mt-0']

/** What an hour with a coach looks like, as four rising steps. */
export default function DemoSession() {
  const { showDemo } = useContext(HomeActions)
  return (
    <Section
      id="demo-session"
      title="What one hour looks like"
      className="bg-panel"
      lead="No lectures. You play, your coach sees what you can't, and you try again until it sticks."
    >
      <SideRow
        as="ol"
        aria-label="Parts of an hour"
        className="max-sm:*:w-[76%] sm:grid sm:grid-cols-2 sm:gap-8 lg:grid-cols-4 lg:gap-0"
      >
        {parts.map(({ from, title, text }, index) => (
          <li
            key={from}
            className={`border-signal border-t-4 pt-2 max-sm:flex max-sm:flex-wrap max-sm:content-start max-sm:items-baseline max-sm:gap-x-2 sm:pt-5 lg:pr-8 ${rises[index]}`}
          >
            <p className="display figures text-lg text-signal sm:text-xl">{from}</p>
            <h3 className="display text-lg sm:mt-4">{title}</h3>
            <p className="mt-1 w-full max-sm:text-sm sm:mt-2">{text}</p>
          </li>
        ))}
      </SideRow>
      <Button variant="secondary" className="mt-3 sm:mt-12" onClick={showDemo}>
        <Play aria-hidden className="size-5 fill-current text-signal" />
        View Demo Session
      </Button>
    </Section>
  )
}
