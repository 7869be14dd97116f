/**
 * The letters of our name, each with what looks like it in lower case: the confusables of Unicode (UTS 39) and small capitals.
 * A list of its own, since all of Unicode's would weigh 100 kB in the browser; a test compares them.
 */
const looks = {
  l: 'lʟ1i|ɩǀιіӏ׀וןا١۱ߊꮮᒪᛁ∣⏽ⲓⳑⵏꓡꓲ│𐊊𐌉𐌠𐑃𐔦𑣃𑣒𖼖𖼨𝈪𞣇',
  e: 'eᴇɛεеҽꭼ℮⋿ⴹꓰꬲ𐊆𑣆𑣎',
  v: 'vνѵט٧۷ꮩᐯᴠ∨⋁ⴸꓦꛟ𐔝𑜆𑣀𖼈𝈍',
  u: 'uʋυսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓶𑣘𖽂',
  p: 'pᴘρрꮲᑭ⍴ⲣꓑ𐊕',
}

const plain = new Map(
  Object.entries(looks).flatMap(([letter, like]) => [...like].map((each) => [each, letter] as const)),
)

/** Whether a text of few characters names the business, however it is spaced, accented, cased or drawn. */
export function namesBusiness(name: string): boolean {
  // NFKD is Unicode's compatibility form (UAX 15): full-width, script and circled letters are plain ones in it.
  return [...name.normalize('NFKD').toLowerCase()]
    .map((each) => plain.get(each) ?? each)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .includes('levelup')
}
