import type { coaches } from '#src/features/coaches/server/table.ts'

/** Averages come from the ratings, students and hours from the sessions: only those from before are told. */
type Profile = Omit<
  typeof coaches.$inferInsert,
  'slug' | 'userId' | 'averageRating' | 'ratingCount' | 'totalStudents' | 'totalHours'
>

/** The line-up of the demo. All of them are invented, gamer tags and figures included. */
export const demoCoaches: Profile[] = [
  {
    name: 'ApexOrbit',
    title: 'Owner and head coach, Rocket League',
    description:
      'Runs Level Up and still coaches every day. Reads your rotations like a map and gives you one habit a week.',
    gameExpertise: ['rocket-league'],
    currentRank: 'Supersonic Legend',
    discordUsername: 'apexorbit',
    availability: 'Every day, 9 AM to 10 PM',
    studentsBefore: 164,
    hoursBefore: 1320,
    beforeSource: 'own coaching log, 2019 to 2025',
    achievements: ['Supersonic Legend in 9 seasons', 'Regional 3v3 finalist', '40+ students to Grand Champion'],
    howITeach:
      'You play one match while I watch and say nothing. Then we watch the worst two minutes together until you name the mistake yourself.\n\nYou leave with one habit for the week, and a replay in which you see it.',
    specialties: ['Rotation', '3v3 positioning', 'Replay review'],
    languages: ['en', 'es'],
  },
  {
    name: 'VexFlip',
    title: 'Aerial mechanics coach',
    description: 'Turns whiffed aerials into clean touches. Short drills, slow motion, then straight into a match.',
    gameExpertise: ['rocket-league'],
    currentRank: 'Grand Champion III',
    discordUsername: 'vexflip',
    availability: 'Weekdays 9 AM to 10 PM, weekends until 8 PM',
    studentsBefore: 92,
    hoursBefore: 610,
    beforeSource: 'profile on the coaching site used before',
    achievements: ['Grand Champion III in 1v1 and 2v2', 'Freestyle cup winner', '600 hours of coaching'],
    howITeach:
      'First ten minutes: I watch your touches in free play. Then one mechanic, cut into three drills, each slow enough to feel right.\n\nThe last half hour is a real match, because drills that do not survive a match are worth nothing.',
    clipUrl: 'https://clips.example.com/vexflip-fast-aerials',
    publicLinks: ['https://tracker.example.com/vexflip'],
    specialties: ['Air dribbles', 'Fast aerials', '1v1'],
    languages: ['en', 'fr'],
  },
  {
    name: 'RampRiot',
    title: 'Build fights coach, Fortnite',
    description:
      'Retakes, piece control and edits, from the first wall to the last. You leave with a warm-up map plan.',
    gameExpertise: ['fortnite'],
    currentRank: 'Unreal',
    discordUsername: 'rampriot',
    availability: 'Every day, 9 AM to 10 PM',
    studentsBefore: 121,
    hoursBefore: 870,
    beforeSource: 'own booking calendar, 2021 to 2025',
    achievements: ['Unreal in 6 seasons', 'Cash cup top 100, three times', '120+ students coached'],
    howITeach:
      'Bring the fight that you keep losing. We rebuild it on a map until you win it three times in a row, then I come at you from the other side.',
    clipUrl: 'https://clips.example.com/rampriot-retakes',
    specialties: ['Piece control', 'Edits', 'Box fights'],
    languages: ['en', 'pt'],
  },
  {
    name: 'ZonePilot',
    title: 'End-game and rotation coach',
    description: 'Plans the drop, the loot and every zone with you, so that the last ten players are the easy part.',
    gameExpertise: ['fortnite'],
    currentRank: 'Champion',
    discordUsername: 'zonepilot',
    availability: 'Every day, 9 AM to 10 PM',
    studentsBefore: 77,
    hoursBefore: 450,
    beforeSource: 'session list of the scrim server',
    achievements: ['Champion in solos and duos', 'Scrim organiser since 2021', 'Average placement up 31 in a month'],
    howITeach:
      'We plan three drops, watch one end game of yours on the minimap alone, and write down where you should have been at every zone.',
    publicLinks: ['https://scrims.example.com/zonepilot'],
    specialties: ['End game', 'Rotations', 'Squad calls'],
    languages: ['en', 'de'],
  },
  {
    name: 'QuietPump',
    title: 'Aim and combat coach',
    description: 'Tracks your misses, finds the pattern and fixes it. Settings, posture, practice plan: all of it.',
    gameExpertise: ['fortnite'],
    currentRank: 'Unreal',
    discordUsername: 'quietpump',
    availability: 'Every day, 9 AM to 10 PM',
    studentsBefore: 34,
    hoursBefore: 150,
    beforeSource: 'own notes, autumn 2025',
    achievements: ['Unreal in zero build', 'Aim trainer top 1%', 'New on the team in 2026'],
    specialties: ['Aim', 'Zero build', 'Close combat'],
    languages: ['en'],
  },
  {
    name: 'DualShift',
    title: 'Coach for both games',
    description: 'Plays both at the top and teaches what carries over: focus, review and nerves in ranked.',
    gameExpertise: ['rocket-league', 'fortnite'],
    currentRank: 'Grand Champion I and Champion',
    discordUsername: 'dualshift',
    availability: 'Every day, 9 AM to 10 PM',
    studentsBefore: 46,
    hoursBefore: 290,
    beforeSource: "members' list of the beginners group",
    achievements: ['Top ranks in two games', 'Sports science student', 'Runs the beginners group'],
    howITeach:
      'I ask more than I tell. What did you see, what did you want, what else was there? It feels slow for ten minutes and then it sticks.',
    specialties: ['Mindset', 'Group sessions', 'Beginners'],
    languages: ['en', 'de', 'nl'],
  },
]
