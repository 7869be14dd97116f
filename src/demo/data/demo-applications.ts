import type { coachApplications } from '#src/features/applications/server/table.ts'

/** The applications of the demo, newest first, but for that of the demo's coach. */
export const demoApplications: Partial<typeof coachApplications.$inferInsert>[] = [
  {
    applicantName: 'Flipside',
    applicantEmail: 'flipside@demo.test',
    applicantPhone: '+12125550142',
    gameExpertise: ['rocket-league'],
    currentRank: 'Grand Champion III in 2v2',
    coachingExperience: 'I ran replay nights for my club for two seasons. Four of us went from Platinum to Champion.',
    whyCoach: 'Most players hear what went wrong. I like to show them the one touch before it.',
    availability: 'Tuesday to Thursday, 5 PM to 10 PM, New York',
    discordUsername: 'flipside.rl',
    portfolioLinks: 'https://clips.example/flipside\nhttps://tracker.example/flipside',
  },
  {
    applicantName: 'Rampart',
    applicantEmail: 'rampart@demo.test',
    gameExpertise: ['fortnite'],
    currentRank: 'Unreal, top 500 in Europe',
    coachingExperience: 'My duo, and a small channel about end-game rotations.',
    whyCoach: 'Good builds look like magic until somebody slows them down for you.',
    availability: 'Weekends, all day, Berlin',
    discordUsername: 'rampart',
  },
  {
    applicantName: 'Halfboost',
    applicantEmail: 'halfboost@demo.test',
    gameExpertise: ['rocket-league', 'fortnite'],
    currentRank: 'Diamond II',
    coachingExperience: 'None yet.',
    whyCoach: 'I would like to learn how.',
    availability: 'Evenings',
    status: 'rejected',
    adminNotes: 'Rejected by admin',
  },
]
