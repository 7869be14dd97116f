/*
 * The plain rules that coaches accept when they confirm their hours, shown on the dashboard and in the Terms, together with what each
 * offer makes them owe (`src/features/bookings/duties.ts`). A change of either raises the version: every coach is asked again.
 */
export const coachRules = {
  version: 2,
  rules: [
    'Be there five minutes early.',
    'Meet on Discord or in your room. Never ask for money or contact outside Level Up.',
    'Be kind: no insults, no shame.',
    'Keep to yourself what players tell you.',
    'Say so at once when you cannot come: call it off.',
  ],
} as const
