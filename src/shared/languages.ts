/** The languages coaches can say they teach in: ISO 639-1 codes with their English names, in the order screens list them. */
export const languages = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  pt: 'Portuguese',
  it: 'Italian',
  nl: 'Dutch',
  pl: 'Polish',
  sv: 'Swedish',
  no: 'Norwegian',
  da: 'Danish',
  fi: 'Finnish',
  tr: 'Turkish',
  ar: 'Arabic',
  hi: 'Hindi',
  ru: 'Russian',
  uk: 'Ukrainian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
} as const satisfies Record<string, string>

export type Language = keyof typeof languages

/** All of them, in the order of the table. */
export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

/** The English names of these languages, in the order of the table: `['de', 'en']` → `['English', 'German']`. */
export function languageNames(codes: readonly Language[]): string[] {
  return languageCodes.filter((code) => codes.includes(code)).map((code) => languages[code])
}
