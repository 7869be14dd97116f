import type { ContactOverrides } from '#src/demo/a-contact.ts'

/** The inquiries of the demo, newest first; all of them are invented. */
export const demoContacts: ContactOverrides[] = [
  {
    game: ['rocket-league'],
    currentRank: 'Platinum III',
    message: 'I lose most 2v2 games in overtime. Could we look at a few replays together?\nEvenings are best for me.',
  },
  { game: ['fortnite'], message: 'My edits are slow on controller. Is there a coach who plays on controller, too?' },
  {
    game: ['rocket-league', 'fortnite'],
    currentRank: 'Gold II in both',
    message: 'I would like one session in each game to see which of them is worth my time.',
  },
]
