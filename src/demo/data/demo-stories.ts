import type { StoryOverrides } from '#src/demo/a-story.ts'

/** The stories of the demo, newest first; all of them are invented. */
export const demoStories: StoryOverrides[] = [
  {
    coachName: 'VexFlip',
    game: ['rocket-league'],
    beforeRank: 'Platinum II',
    afterRank: 'Diamond III',
    story:
      'I chased every ball and called it pressure. VexFlip made me count to one before each challenge, and my own goal stopped being an open one. Three weeks later I was Diamond.',
    sessionsCount: 5,
    isApproved: true,
    isFeatured: true,
  },
  {
    coachName: 'RampRiot',
    game: ['fortnite'],
    beforeRank: 'Gold I',
    afterRank: 'Elite',
    story:
      'We spent one whole hour on a single retake. It felt slow, then I won four box fights in a row with it. The warm-up plan is still on my second screen.',
    sessionsCount: 3,
    isApproved: true,
    isFeatured: true,
  },
  {
    coachName: 'DualShift',
    game: ['rocket-league', 'fortnite'],
    beforeRank: 'Champion I',
    afterRank: 'Grand Champion I',
    story:
      'I was good until it counted. Learning to breathe between rounds sounds silly, and it was worth two ranks in one game and my first top ten in the other.',
    sessionsCount: 8,
    isApproved: true,
    isFeatured: true,
  },
  {
    coachName: 'ZonePilot',
    game: ['fortnite'],
    beforeRank: 'Silver II',
    afterRank: 'Platinum I',
    story: 'I used to die to the storm. Now I am the one already sitting on the hill when the others arrive.',
    sessionsCount: 2,
  },
  {
    coachName: 'ApexOrbit',
    game: ['rocket-league'],
    beforeRank: 'Diamond I',
    afterRank: 'Champion II',
    story: 'One habit a week, no more. Back post rotation first, boost second, and suddenly I had time for everything.',
    sessionsCount: 6,
  },
]
