/** The ranks that players named when they rated, by turns; one named none. */
export const demoRanks = ['Diamond II', 'Platinum I', null, 'Champion']

/** What players said about the demo's coaches: `[stars, review]`. The coaches' averages come from these. */
export const demoRatings: Record<string, [number, string | null][]> = {
  ApexOrbit: [
    [5, 'Watched two of my replays and found the same mistake in both. I stopped cutting rotation that evening.'],
    [5, 'I was stuck in Diamond III for a year. Four sessions later I am Champion II and I know why.'],
    [4, 'Very direct. Bring a thick skin and a notebook.'],
    [5, 'Best hour I ever put into this game.'],
    [5, null],
    [5, 'Gave our whole 3v3 team one rule for kick-offs. We win them now.'],
    [5, 'Explains the why, never just the what.'],
  ],
  VexFlip: [
    [5, 'My air dribble finally leaves the wall. The slow-motion drill is gold.'],
    [5, 'Patient, even when I whiffed the same touch twenty times.'],
    [4, 'Good drills. I would have liked more time in a real match.'],
    [5, 'Fast aerials clicked within half an hour.'],
    [5, null],
  ],
  RampRiot: [
    [5, 'Piece control makes sense now. I win box fights I used to run from.'],
    [5, 'The warm-up map plan alone was worth it.'],
    [5, 'Went from Platinum to Diamond in two weeks.'],
    [4, 'Fast talker, but the recording helps.'],
    [5, 'Calm voice in my ear while I panic. Exactly what I needed.'],
  ],
  ZonePilot: [
    [5, 'I finally know where to be when the third zone closes.'],
    [4, 'Solid plan for drops. My placement went up at once.'],
    [5, 'Our duo makes top ten more often than not.'],
    [4, null],
  ],
  DualShift: [
    [5, 'Helped with nerves in ranked, in both games.'],
    [5, 'The beginners group is fun and nobody laughs at you.'],
    [4, 'Great for the mental side, less for mechanics.'],
  ],
}
