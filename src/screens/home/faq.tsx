import { Plus } from 'lucide-react'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { gameNames, playedGames } from '#src/shared/games.ts'
import { Section } from './section.tsx'

const questions = [
  {
    question: 'How do the sessions work?',
    answer:
      'You and your coach meet on Discord. You share your screen and play or open a replay; your coach watches, stops at what matters and trains it with you. All you need is the game, a microphone and Discord.',
  },
  {
    question: 'What skill levels do you coach?',
    answer:
      'All of them, from your first week to the top ranks. A beginner learns what to practise first, a Champion finds the one habit that costs matches. Tell your coach your rank in the chat once you have booked.',
  },
  {
    question: 'Can I switch between games?',
    answer: `Yes. Every session and package is for ${gameNames(playedGames, 'or')}, as you choose each time. You pick the game when you book, and a coach who plays it.`,
  },
  {
    question: 'What if I am not satisfied?',
    answer: `We stand behind a 100% satisfaction guarantee. If your first session does not help, tell us within ${currentPolicy.guaranteeDays} days: you get a refund or a session with a different coach.`,
  },
]

/** Four questions, one open at a time: the browser itself closes the others of the same name. */
export default function Faq() {
  return (
    <Section
      id="faq"
      title="Before you ask"
      className="bg-panel"
      lead="Something else on your mind? Write to us below."
    >
      <div className="border-line border-b">
        {questions.map(({ question, answer }, index) => (
          <details key={question} name="faq" open={index === 0} className="group border-line border-t">
            <summary className="flex min-h-14 list-none sm:min-h-16 items-center justify-between gap-6 py-3 sm:py-4 text-strong hover:text-signal [&::-webkit-details-marker]:hidden">
              <h3 className="display text-lg text-current!">{question}</h3>
              <Plus aria-hidden className="size-6 shrink-0 text-signal transition-transform group-open:rotate-45" />
            </summary>
            <p className="max-w-prose pb-5 sm:pb-8">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
